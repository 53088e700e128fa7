// Says, in the last line of the editor, whether unsaved changes are saved as a draft.
import type { DraftState } from './use-autosave';

const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

export function SavedNote({ saved, labels }: { saved: DraftState; labels: Readonly<Record<string, string>> }) {
  return (
    <p role="status" className="min-w-0 grow truncate text-right">
      {saved.state === 'saved' ? `Draft saved on this device at ${time.format(saved.draft.at)}` : null}
      {saved.state === 'saved' && saved.draft.omitted.length > 0 ? `, without ${saved.draft.omitted.map((field) => labels[field] ?? field).join(', ')} (too large to save)` : null}
      {saved.state === 'no room' ? 'There is not enough storage on this device for a draft. Save before you leave.' : null}
    </p>
  );
}
