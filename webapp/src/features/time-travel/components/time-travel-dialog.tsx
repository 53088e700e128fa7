// The way to the site as it stood at any moment: it opens in a tab of its own.
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/field';

const day = 24 * 60 * 60_000;

/** As a field for date and time has it: '2026-10-01T00:00', in UTC. */
const toMinute = (time: number) => new Date(time).toISOString().slice(0, 16);

export function TimeTravelDialog({ onClose }: { onClose: () => void }) {
  const [opened] = useState(Date.now);
  return (
    <Dialog open onOpenChange={onClose} title="The site as it was" description="See every page as readers saw it at a given time, rebuilt from the log. It is read-only.">
      {/* It closes once the browser has taken the form. */}
      <form action="/" target="_blank" onSubmit={() => setTimeout(onClose)} className="grid gap-5">
        <TextField label="Date and time" hint="UTC. Opens in a new tab." type="datetime-local" name="asOf" required defaultValue={toMinute(opened - day)} max={toMinute(opened)} />
        <Button type="submit" className="justify-self-end">
          Show the site
        </Button>
      </form>
    </Dialog>
  );
}
