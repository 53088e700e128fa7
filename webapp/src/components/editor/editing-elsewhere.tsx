// Says that the same item is open in another window, and whose.
import { actorName } from '@/lib/item-history';
import { shortTime } from '@/lib/short-time';
import type { OtherEditor } from './use-editing-elsewhere';

export function EditingElsewhere({ other: { since, by } }: { other: OtherEditor }) {
  const time = <time dateTime={since}>{shortTime(new Date(since))}</time>;
  return (
    <p>
      {by.kind === 'admin' ? (
        <>
          <strong>Open in another tab of yours</strong> since {time}. Changes are merged on save.
        </>
      ) : (
        <>
          <strong>Also being edited</strong> by {actorName(by)} since {time}. Changes are merged on save.
        </>
      )}
    </p>
  );
}
