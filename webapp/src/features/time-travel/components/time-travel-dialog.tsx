// The way to the site as it stood at any moment: a slider over its whole time, and a field for the exact one. It opens in a tab of its own.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/field';
import { ErrorState } from '@/components/ui/state';
import { siteMarksQuery } from '../api/site-marks';
import { day, fromField, toField } from '../moments';
import { middleOf, timelineOf } from '../timeline';
import { MomentSlider } from './moment-slider';

export function TimeTravelDialog({ onClose }: { onClose: () => void }) {
  const [opened] = useState(Date.now);
  const marks = useQuery(siteMarksQuery);
  const timeline = useMemo(() => timelineOf(marks.data ?? [], opened), [marks.data, opened]);
  // The field's text can be incomplete; the slider then stays where it was.
  const [chosen, setChosen] = useState<{ text: string; moment: number } | null>(null);
  const initial = timeline ? middleOf(timeline) : opened - day;
  const moment = chosen?.moment ?? initial;
  const text = chosen?.text ?? (marks.isPending ? '' : toField(initial));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="large"
      title="The site as it was"
      description="See every page as readers saw it at a given time, rebuilt from the log. It is read-only."
    >
      {/* It closes once the browser has taken the form. */}
      <form action="/" target="_blank" onSubmit={() => setTimeout(onClose)} className="grid gap-5">
        {timeline ? (
          <MomentSlider timeline={timeline} moment={moment} onChange={(to) => setChosen({ text: toField(to), moment: to })} />
        ) : null}
        {marks.isPending ? <Loading /> : null}
        {marks.isError ? <ErrorState what="Publications and corrections" retry={() => void marks.refetch()} /> : null}
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-5">
          <TextField
            label="Date and time"
            hint="UTC. Opens in a new tab."
            type="datetime-local"
            name="asOf"
            required
            step={1}
            value={text}
            max={toField(timeline?.end ?? opened)}
            onChange={(e) => setChosen({ text: e.target.value, moment: fromField(e.target.value) ?? moment })}
            className="w-full sm:w-72"
          />
          {/* As far down as the field's control. */}
          <Button type="submit" className="sm:mt-[1.6875rem] max-sm:ml-auto">
            Show the site
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** In the place of the slider, and as high. */
function Loading() {
  return (
    <div role="status" aria-label="Loading publications and corrections">
      <div className="h-5.25 skeleton max-sm:h-11" />
      <div className="mt-2 h-27.5 skeleton" />
      <div className="mt-3 h-16 skeleton max-sm:h-21" />
    </div>
  );
}
