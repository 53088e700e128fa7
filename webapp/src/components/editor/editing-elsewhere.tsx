// Says that the same item is open in another window, and whose.
import { actorName } from '@/lib/item-history';
import { shortTime } from './saved-note';
import type { OtherEditor } from './use-editing-elsewhere';

export function EditingElsewhere({ other: { since, by } }: { other: OtherEditor }) {
  return (
    <p>
      <strong>Also being edited elsewhere</strong>, since <time dateTime={since}>{shortTime(new Date(since))}</time> by {actorName(by)}. What both of you change is merged when you save.
    </p>
  );
}
