// One save: who did what to what, and unfolded all that is known of it.
import { clsx } from 'clsx';
import { Bot, ChevronDown, CircleQuestionMark, Cog, UserRound, UserRoundCog, type LucideIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { TimeAgo } from '@/components/ui/time-ago';
import type { Actor, HistoryEntry } from '@/lib/api-types';
import { doerOf, eventsOf, fieldsOf, viaOf } from '../trail-words';
import { TrailDetails } from './trail-details';

const icons: Record<Actor['kind'], LucideIcon> = {
  admin: UserRoundCog,
  bot: Bot,
  visitor: UserRound,
  system: Cog,
  unknown: CircleQuestionMark,
};

export function TrailRow({ entry, isNew }: { entry: HistoryEntry; isNew: boolean }) {
  const [open, setOpen] = useState(false);
  const details = useId();
  const Icon = icons[entry.actor.kind];
  const fields = fieldsOf(entry);
  return (
    <li
      className={clsx(
        'transition-colors duration-[2500ms] [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto]',
        isNew && 'starting:bg-accent/25',
      )}
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={details}
        onClick={() => setOpen(!open)}
        className="grid w-full grid-cols-[2rem_minmax(0,1fr)_1.25rem] gap-x-2 py-2.5 text-left -outline-offset-2 hover:bg-sunken md:grid-cols-[2rem_minmax(0,1fr)_8rem_1.25rem] md:gap-x-6"
      >
        <span className="pt-1 pl-1 text-muted">
          <Icon aria-hidden strokeWidth={1.75} className="size-4" />
        </span>
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">
            {eventsOf(entry)}
            {entry.title && entry.kind !== 'admin' && entry.kind !== 'settings' ? (
              <span className="font-normal">
                {' '}
                “<bdi>{entry.title}</bdi>”
              </span>
            ) : null}
          </span>
          <span className="block text-caption text-muted wrap-anywhere">
            {doerOf(entry)}
            {entry.from.via ? ` ${viaOf(entry.from.via)}` : ''}
            {fields ? ` · ${fields}` : ''}
          </span>
        </span>
        <span className="text-muted tabular-nums max-md:col-start-2 max-md:row-start-2 md:self-center md:text-right">
          <TimeAgo iso={entry.at} />
        </span>
        <ChevronDown
          aria-hidden
          strokeWidth={1.75}
          className={clsx('size-4 self-center text-muted transition-transform max-md:col-start-3 max-md:row-start-1', open && 'rotate-180')}
        />
      </button>
      <div id={details} hidden={!open} className="pb-4 pl-10 md:pl-14">
        {open ? <TrailDetails entry={entry} /> : null}
      </div>
    </li>
  );
}
