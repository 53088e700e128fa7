// The tab Analytics: visits over time, and what visitors did since the beginning (spec section 2).
import { Overview } from './overview';
import { Visits } from './visits';

export default function AnalyticsTab() {
  return (
    <>
      <Visits />
      <Overview />
    </>
  );
}
