// Says that the event log is away, or takes no writes: everything can be read, as of a moment, and nothing saved. And that changes are
// missing.
import { useQuery } from '@tanstack/react-query';
import { fullDate } from '@/components/ui/time-ago';
import { counted } from '@/lib/intl';
import type { Overview } from '@/lib/api-types';
import { overviewQuery } from '@/lib/overview';

export function LogNotice() {
  const { log, setAside = [] } = useQuery(overviewQuery).data ?? {};
  const since = log?.asOf ? new Date(log.asOf) : null;
  const asOf = since ? <time dateTime={since.toISOString()}>{fullDate(since.toISOString())}</time> : 'now';
  // The region is always there, so that what appears in it is announced.
  return (
    <div role="status" aria-label="Event log">
      {log && !log.available ? (
        <p className="mb-6 border-l-[3px] border-accent bg-sunken px-4 py-3 text-small">
          <strong>The event log is unavailable.</strong> Content is shown as of {asOf}. You can’t save until the log is back, but your work
          stays in open forms.
        </p>
      ) : null}
      {log?.available && !log.writable ? (
        <p className="mb-6 border-l-[3px] border-accent bg-sunken px-4 py-3 text-small">
          <strong>The event log is read-only.</strong> Its storage has failed, or its disk is full. Readers still see the site
          {since ? <> as of {asOf}</> : null}. You can’t save until this is fixed, but your work stays in open forms.
        </p>
      ) : null}
      {log?.available && log.writable && since ? (
        <p className="mb-6 border-l-[3px] border-accent bg-sunken px-4 py-3 text-small">
          Catching up with the event log. Content is shown as of {asOf}.
        </p>
      ) : null}
      {setAside.length > 0 ? (
        <p className="mb-6 border-l-[3px] border-danger bg-sunken px-4 py-3 text-small [overflow-wrap:anywhere]">
          <strong>{counted(setAside.length, 'change')} could not be processed:</strong> {listed(setAside)}.{' '}
          {setAside.length === 1 ? 'It is' : 'They are'} not shown, and anything taken down stays hidden. Nothing is lost: install the
          latest version of Candor, which will try again.
        </p>
      ) : null}
    </div>
  );
}

/** How many of the changes are named. */
const most = 5;

const listed = (changes: Overview['setAside']): string =>
  changes
    .slice(-most)
    .map(({ type, stream }) => `${type} in ${stream}`)
    .join(', ') + (changes.length > most ? ', and others' : '');
