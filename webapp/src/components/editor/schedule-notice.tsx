// Says above the text when the draft of something published goes live, or why it doesn't.
import { Button } from '@/components/ui/button';
import { fullDate } from '@/components/ui/time-ago';
import type { DraftSchedule } from '@/lib/api-types';
import { momentOfYear } from '@/lib/short-date';

const kinds = { correction: ' as a correction', update: ' as an update', typo: ' as a typo', '': '' };

interface Props {
  schedule: DraftSchedule;
  busy: boolean;
  onCancel: () => void;
  /** Opens the dialog that schedules it. */
  onAgain: () => void;
}

export function ScheduleNotice({ schedule: { state, reason, publishAt, type }, busy, onCancel, onAgain }: Props) {
  const time = (
    <time dateTime={publishAt} title={fullDate(publishAt)}>
      {momentOfYear(new Date(publishAt))}
    </time>
  );
  return (
    <div
      role="note"
      aria-label="Schedule"
      className={`flex flex-wrap items-center gap-x-4 gap-y-3 border-l-[3px] bg-sunken px-4 py-3 text-small ${state === 'notPublished' ? 'border-danger' : 'border-accent'}`}
    >
      <p className="min-w-60 grow basis-0">
        {state === 'scheduled' ? (
          <>
            <strong>Scheduled for {time}</strong>
            {kinds[type]}. Readers see the published version until then.
          </>
        ) : state === 'edited' ? (
          <>
            <strong>Not scheduled any more.</strong> You edited the draft after it was scheduled for {time}. Schedule it again to have it
            published.
          </>
        ) : (
          <>
            <strong>Not published</strong> on {time}: {reason}
          </>
        )}
      </p>
      <div className="flex gap-2">
        {state === 'scheduled' ? null : (
          <Button variant="plain" size="small" disabled={busy} onClick={onAgain}>
            Schedule again…
          </Button>
        )}
        <Button variant={state === 'scheduled' ? 'plain' : 'quiet'} size="small" disabled={busy} onClick={onCancel}>
          {state === 'scheduled' ? 'Cancel schedule' : 'Dismiss'}
        </Button>
      </div>
    </div>
  );
}
