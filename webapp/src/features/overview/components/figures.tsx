// What waits: drafts, the next scheduled change, unread messages; and the week's corrections. Each leads to where one acts.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { fullDate } from '@/components/ui/time-ago';
import type { Week } from '@/lib/api-types';
import { counted, formatCount } from '@/lib/intl';
import { adminList, kindNames, kinds } from '@/lib/kinds';
import { editAddress, titleOf } from '@/lib/marks';
import { clockTime, shortDay } from '@/lib/short-date';
import { draftsIn } from '../words';

const moment = (date: Date) => `${shortDay(date)}, ${clockTime(date)}`;

const whatHappens = { publish: 'goes live', unpublish: 'ends', publishDraft: 'changes go live' };

const link = 'leading-6 underline decoration-rule-strong underline-offset-3 hover:decoration-current';

export function Figures({ week }: { week: Week }) {
  const { drafts, schedule, unreadMessages, corrections } = week;
  const { next } = schedule;
  const waiting = kindNames
    .map((noun) => ({ n: drafts[kinds[noun].tab], noun, to: `${adminList(noun)}?status=draft` }))
    .filter(({ n }) => n > 0);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
      <Figure name="Drafts waiting" n={draftsIn(week)}>
        {waiting.map(({ n, noun, to }) => (
          <Link key={noun} to={to} className={link}>
            {counted(n, noun)}
          </Link>
        ))}
        {drafts.edits > 0 ? <span>{counted(drafts.edits, 'unpublished edit')}</span> : null}
      </Figure>
      <Figure name="Scheduled" n={schedule.items}>
        {next ? (
          <>
            <Link to={editAddress(next)} title={titleOf(next)} className={`line-clamp-2 ${link}`}>
              {titleOf(next)}
            </Link>
            <span>
              {whatHappens[next.action]}{' '}
              <time dateTime={next.at} title={fullDate(next.at)} className="tabular-nums">
                {moment(new Date(next.at))}
              </time>
            </span>
          </>
        ) : (
          <span>Nothing scheduled</span>
        )}
        {schedule.notPublished.map((one) => (
          <Link key={`${one.kind} ${one.id}`} to={editAddress(one)} title={titleOf(one)} className={`text-danger ${link}`}>
            <span className="line-clamp-2">Not published: {titleOf(one)}.</span> {one.reason}
          </Link>
        ))}
      </Figure>
      <Figure name="Unread messages" n={unreadMessages}>
        <Link to="/admin/messages" className={link}>
          Messages
        </Link>
      </Figure>
      <Figure name="Corrections this week" n={corrections}>
        <Link to="/corrections" className={link}>
          Corrections page
        </Link>
      </Figure>
    </dl>
  );
}

function Figure({ name, n, children }: { name: string; n: number; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-muted">{name}</dt>
      <dd>
        <span className="block text-h5 font-semibold tabular-nums">{formatCount(n)}</span>
        <span className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-caption text-secondary pointer-coarse:gap-y-2">{children}</span>
      </dd>
    </div>
  );
}
