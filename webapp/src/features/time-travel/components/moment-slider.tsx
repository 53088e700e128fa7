// The slider over the site's whole time, its marks, and what had just happened at the chosen moment.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { MarkSign } from '@/components/content/mark-sign';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/lib/intl';
import { mostMarks } from '../api/site-marks';
import { dayName, minute, momentName, second } from '../moments';
import { momentAfter, momentBefore, stepOf, stopAt, type Timeline } from '../timeline';
import { afterStop } from '../words';
import { MarkLanes } from './mark-lanes';

interface Props {
  timeline: Timeline;
  moment: number;
  onChange: (moment: number) => void;
}

export function MomentSlider({ timeline, moment, onChange }: Props) {
  const id = useId();
  const { start, end, stops } = timeline;
  const step = stepOf(timeline);
  const name = momentName(moment, step < minute);
  const [before, after] = [momentBefore(timeline, moment), momentAfter(timeline, moment)];
  const marks = stops.flatMap((stop) => stop.marks);

  // The input's own step is a second, so that it can stand at any mark.
  const keys: Record<string, number> = {
    ArrowLeft: moment - step,
    ArrowDown: moment - step,
    ArrowRight: moment + step,
    ArrowUp: moment + step,
    PageDown: before,
    PageUp: after,
  };
  const onKeyDown = (e: KeyboardEvent) => {
    const to = keys[e.key];
    if (to === undefined || e.altKey || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    onChange(Math.min(Math.max(to, start), end));
  };
  return (
    <div>
      <div className="flex justify-between gap-x-6 gap-y-1 max-sm:flex-col">
        <label htmlFor={id} className="text-small font-semibold">
          Moment
        </label>
        <p className="flex flex-wrap items-center gap-x-4 text-caption text-secondary">
          <Sign type="published">Published</Sign>
          {marks.some((mark) => mark.type !== 'published') ? <Sign type="correction">Corrected or updated</Sign> : null}
          {marks.length > 1 ? <span>Larger: several</span> : null}
        </p>
      </div>
      <div className="mt-2">
        <MarkLanes timeline={timeline} onChange={onChange} />
        <input
          id={id}
          type="range"
          min={start / second}
          max={end / second}
          value={moment / second}
          onChange={(e) => onChange(e.target.valueAsNumber * second)}
          onKeyDown={onKeyDown}
          aria-valuetext={name}
          aria-describedby={`${id}-keys`}
          className="mt-1 range"
        />
        <p id={`${id}-keys`} className="sr-only">
          Page Up and Page Down go to the next and the previous change.
        </p>
        <p className="mt-1.5 flex justify-between gap-4 text-caption text-muted">
          <span>{dayName(start)}</span>
          <span>Now</span>
        </p>
      </div>
      <div className="mt-3 flex items-start gap-2">
        <StepButton label="Previous change" moment={moment} to={before} onChange={onChange}>
          <ChevronLeft aria-hidden strokeWidth={1.75} className="size-5" />
        </StepButton>
        {/* As high as the longest text, so that nothing moves with the slider. */}
        <div className="min-h-21 min-w-0 grow text-center sm:min-h-16">
          <p className="text-small font-semibold tabular-nums">{name}</p>
          <p aria-live="polite" className="text-small text-secondary">
            {afterStop(stopAt(timeline, moment))}
          </p>
        </div>
        <StepButton label="Next change" moment={moment} to={after} onChange={onChange}>
          <ChevronRight aria-hidden strokeWidth={1.75} className="size-5" />
        </StepButton>
      </div>
      {marks.length >= mostMarks ? (
        <p className="text-caption text-muted">
          Only the latest {formatCount(mostMarks)} changes are shown. For an earlier time, use the field below.
        </p>
      ) : null}
    </div>
  );
}

function Sign({ type, children }: { type: 'published' | 'correction'; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      <MarkSign type={type} />
      {children}
    </span>
  );
}

interface StepProps extends Pick<Props, 'moment' | 'onChange'> {
  label: string;
  to: number;
  children: ReactNode;
}

/** It stays enabled at the end of its way: a button that is disabled under the focus loses it. */
function StepButton({ label, moment, to, onChange, children }: StepProps) {
  return (
    <Button
      variant="quiet"
      shape="icon"
      aria-label={label}
      data-tip={label}
      aria-disabled={to === moment}
      className="shrink-0 aria-disabled:opacity-40"
      onClick={() => onChange(to)}
    >
      {children}
    </Button>
  );
}
