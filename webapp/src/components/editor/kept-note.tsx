// Beside the buttons: whether what was typed would survive the page.
import type { Kept } from './use-autosave';

const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

export function KeptNote({ kept, labels }: { kept: Kept; labels: Readonly<Record<string, string>> }) {
  return (
    <p role="status" className="grow basis-full self-center text-small text-muted sm:basis-0">
      {kept.state === 'kept' ? `Draft saved on this device at ${time.format(kept.draft.at)}` : null}
      {kept.state === 'kept' && kept.draft.omitted.length > 0 ? `, without ${kept.draft.omitted.map((field) => labels[field] ?? field).join(', ')} (too large to save)` : null}
      {kept.state === 'no room' ? 'There is not enough storage on this device for a draft. Save before you leave.' : null}
    </p>
  );
}
