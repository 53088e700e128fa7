// Says, in the last line of the editor, whether what was typed is saved.
import { dateFormat } from '@/lib/intl';
import type { SaveState } from './autosaver';

const clock = dateFormat({ timeStyle: 'short' }, 'en-GB');
const day = dateFormat({ month: 'short', day: 'numeric' });

/** Returns a time of this device, '12:03', with its day unless that is today: 'Nov 21, 12:03'. */
export function shortTime(at: Date, now = new Date()): string {
  return at.toDateString() === now.toDateString() ? clock.format(at) : dayTime(at);
}

/** Returns a day and time of this device: 'Nov 21, 12:03'. */
export const dayTime = (at: Date): string => `${day.format(at)}, ${clock.format(at)}`;

export function SavedNote({ state }: { state: SaveState }) {
  return (
    <p className="min-w-0 grow text-right sm:truncate">
      {/* That something is unsaved for a moment isn't read out. */}
      {state.state === 'unsaved' ? 'Unsaved changes' : null}
      <span role="status">{text(state)}</span>
    </p>
  );
}

function text(state: SaveState): string {
  switch (state.state) {
    case 'clean':
    case 'unsaved':
      return '';
    case 'saving':
      return 'Saving…';
    case 'saved':
      return `Saved ${shortTime(new Date(state.at))}`;
    case 'failed': {
      if (!state.kept) return `Not saved: ${state.why}. There is no room for a copy on this device, so don’t close this window.`;
      return `Not saved: ${state.why}. Kept on this device.`;
    }
  }
}
