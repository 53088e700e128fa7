// The row above a list: its filters and its search. On a phone only the search is shown, and the filters are folded.
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { useMedia } from '@/hooks/use-media';

interface Props {
  search: ReactNode;
  /** The filters' controls. */
  children: ReactNode;
  /** How many filters narrow the list. */
  active: number;
}

export function ListToolbar({ search, children, active }: Props) {
  const phone = useMedia('(width < 40rem)');
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!phone) {
    return (
      <div className="mt-5 flex flex-wrap items-end gap-3">
        {children}
        <div className="ml-auto">{search}</div>
      </div>
    );
  }
  return (
    <div className="mt-4">
      <div className="flex gap-2">
        <div className="min-w-0 grow">{search}</div>
        <Button variant="plain" aria-expanded={open} aria-controls={id} className="px-3!" onClick={() => setOpen(!open)}>
          <SlidersHorizontal aria-hidden strokeWidth={1.75} className="size-4" />
          Filters
          {active > 0 ? (
            <span className="rounded-full bg-accent px-1.5 text-caption text-on-accent tabular-nums">
              {active}
              <span className="sr-only"> active</span>
            </span>
          ) : null}
        </Button>
      </div>
      <div id={id} className={open ? 'mt-3 grid grid-cols-2 gap-3' : 'hidden'}>
        {children}
      </div>
    </div>
  );
}
