// Says that the event log is away, or takes no writes: everything can be read, as of a moment, and nothing saved.
import { useQuery } from '@tanstack/react-query';
import { dateFormat } from '@/lib/intl';
import { overviewQuery } from '@/lib/overview';

const time = dateFormat({ dateStyle: 'long', timeStyle: 'short' });

export function LogNotice() {
  const log = useQuery(overviewQuery).data?.log;
  const since = log?.asOf ? new Date(log.asOf) : null;
  const asOf = since ? <time dateTime={since.toISOString()}>{time.format(since)}</time> : 'now';
  // The region is always there, so that what appears in it is announced.
  return (
    <div role="status" aria-label="Event log">
      {log && !log.available ? (
        <p className="mt-6 border-l-[3px] border-accent bg-sunken px-4 py-3 text-small">
          <strong>The event log is unavailable.</strong> Content is shown as of {asOf}. You can’t save until the log is back, but your work stays in open forms.
        </p>
      ) : null}
      {log?.available && !log.writable ? (
        <p className="mt-6 border-l-[3px] border-accent bg-sunken px-4 py-3 text-small">
          <strong>The event log is read-only.</strong> Its storage has failed, or its disk is full. Readers still see the site{since ? <> as of {asOf}</> : null}. You can’t save until this is fixed, but your work stays in open forms.
        </p>
      ) : null}
      {log?.available && log.writable && since ? (
        <p className="mt-6 border-l-[3px] border-accent bg-sunken px-4 py-3 text-small">Catching up with the event log. Content is shown as of {asOf}.</p>
      ) : null}
    </div>
  );
}
