// Says that the event log is away, or takes no writes: everything can be read, as of a moment, and nothing saved.
import { useQuery } from '@tanstack/react-query';
import { overviewQuery } from '@/lib/desk-overview';

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

export function LogNotice() {
  const log = useQuery(overviewQuery).data?.log;
  const since = log?.asOf ? new Date(log.asOf) : null;
  const asOf = since ? <time dateTime={since.toISOString()}>{time.format(since)}</time> : 'now';
  // The region is always there, so that what appears in it is announced.
  return (
    <div role="status" aria-label="Event log">
      {log && !log.available ? (
        <p className="mt-6 border-l-[3px] border-accent bg-sunken px-4 py-3 text-small">
          <strong>The event log is away.</strong> Everything is shown as of {asOf}. Nothing can be saved until the log is back; what you write in a form stays in it.
        </p>
      ) : null}
      {log?.available && !log.writable ? (
        <p className="mt-6 border-l-[3px] border-accent bg-sunken px-4 py-3 text-small">
          <strong>The event log takes no writes.</strong> Its storage has failed, or its disk is full. Readers are served{since ? <>, as of {asOf}</> : null}, and nothing can be saved until somebody has seen to it; what you write in a form stays in it.
        </p>
      ) : null}
      {log?.available && log.writable && since ? (
        <p className="mt-6 border-l-[3px] border-accent bg-sunken px-4 py-3 text-small">Catching up with the event log: everything is shown as of {asOf}.</p>
      ) : null}
    </div>
  );
}
