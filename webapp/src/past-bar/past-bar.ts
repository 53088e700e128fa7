// The script of pages that show the site as it stood at a past moment, loaded before the app (httpapi/asof.go writes the
// bar, which works without it). It is an entry of its own: nobody else loads it.
import './past-bar.css';
import { keepMoment, steer } from './travel';

// A look at the past is no visit: the app's tracking respects this as it does a reader's wish (lib/tracking.ts).
Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true });

const bar = document.getElementById('past');
const moment = bar?.dataset.keep;
if (bar && moment) {
  keepMoment(moment);
  steer(bar);
}
