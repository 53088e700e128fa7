// Says, in the last line of an editor or a form, whether what was typed is saved.
import { shortTime } from '@/lib/short-time';
import type { SaveState } from './autosaver';

export function SavedNote({ state, className = 'min-w-0 grow text-right sm:truncate' }: { state: SaveState; className?: string }) {
  return (
    <p className={className}>
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
