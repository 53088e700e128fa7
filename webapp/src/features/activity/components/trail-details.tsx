// The details of a change, and its links: to the item at that revision, and to related changes.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Replaced, SettingChanges } from '@/components/settings/setting-changes';
import { Button, buttonLook } from '@/components/ui/button';
import { fullDate } from '@/components/ui/time-ago';
import { itemLink } from '../item-link';
import { describedOf, settingsOf } from '../settings-of';
import { whoOf, wordsOf } from '../trail-words';
import type { HistoryEntry } from '@/lib/api-types';
import { adminList, isKind } from '@/lib/kinds';
import { sectionPath, sectionTitles } from '@/lib/settings';
import { useTrailFilter } from '../use-trail-filter';

/** Two moments that differ by less are the same to a reader, in milliseconds. */
const sameMoment = 60_000;

export function TrailDetails({ entry }: { entry: HistoryEntry }) {
  const { only } = useTrailFilter();
  const { actor, from, correlationId } = entry;
  const settings = settingsOf(entry);
  const description = describedOf(entry);
  const item = settings ? null : entry.item;
  const imported = Math.abs(Date.parse(entry.recordedAt) - Date.parse(entry.at)) > sameMoment;
  const link = item ? itemLink(item) : null;
  const small = { variant: 'plain', size: 'small' } as const;
  return (
    <>
      {settings && settings.changes.length > 0 ? (
        <div className="mt-2 mb-4 border-l-2 border-rule-strong pl-4">
          <SettingChanges section={settings.section} changes={settings.changes} />
        </div>
      ) : null}
      {description ? (
        <p className="mt-2 mb-4 border-l-2 border-rule-strong pl-4 text-small whitespace-pre-line wrap-anywhere">
          <Replaced old={description.old} fresh={description.fresh} />
        </p>
      ) : null}
      <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
        <Fact name="When">{fullDate(entry.at)}</Fact>
        {imported ? <Fact name="Recorded">{fullDate(entry.recordedAt)}</Fact> : null}
        <Fact name="Who">
          {whoOf(actor)} <span className="text-muted">({actor.id ? `${actor.kind} ${actor.id}` : actor.kind})</span>
        </Fact>
        <Fact name="Via">{from.via ?? 'Not recorded'}</Fact>
        {from.address ? <Fact name="Address">{from.address}</Fact> : null}
        {from.userAgent ? <Fact name="Browser">{from.userAgent}</Fact> : null}
        {from.sender ? <Fact name="Sender">{from.sender}</Fact> : null}
        <Fact name={entry.types.length === 1 ? 'Event' : 'Events'}>
          <code>{entry.types.join(', ')}</code>
        </Fact>
        {entry.fields.length > 0 ? <Fact name="Changed">{entry.fields.map(wordsOf).join(', ')}</Fact> : null}
        {item ? (
          <Fact name="Item">
            {item.kind} {item.id}
            {item.title && item.title !== entry.title ? `, now “${item.title}”` : ''}
            {item.state === 'deleted' ? ', deleted' : ''}
          </Fact>
        ) : null}
        {entry.undoes ? <Fact name="Undoes">{entry.undoes}</Fact> : null}
        <Fact name="Request">
          <code>{correlationId ?? '–'}</code>
        </Fact>
        <Fact name="Revision">
          <code>
            {entry.revision}@{entry.stream}
          </code>
        </Fact>
        <Fact name="Position">
          <code>{entry.position}</code>
        </Fact>
      </dl>
      <p className="mt-3 flex flex-wrap gap-2">
        {correlationId ? (
          <Button {...small} onClick={() => only({ request: correlationId })}>
            All changes in this request
          </Button>
        ) : null}
        {item ? (
          <Button {...small} onClick={() => only({ item: `${item.kind}-${item.id}` })}>
            All changes to this item
          </Button>
        ) : null}
        <Button {...small} onClick={() => only({ actor: actor.id ? `${actor.kind}:${actor.id}` : actor.kind })}>
          All changes by this actor
        </Button>
        {settings ? (
          <>
            <Link to={sectionPath(settings.section, settings.revision)} className={buttonLook(small)}>
              Open in history
            </Link>
            <Link to={sectionPath(settings.section)} className={buttonLook(small)}>
              Open {sectionTitles[settings.section]} settings
            </Link>
          </>
        ) : null}
        {isKind(entry.kind) && item ? (
          <Link to={`${adminList(entry.kind)}?history=${item.id}&revision=${entry.revision}`} className={buttonLook(small)}>
            Open in history
          </Link>
        ) : null}
        {link ? (
          <Link to={link.to} className={buttonLook(small)}>
            {link.label}
          </Link>
        ) : null}
      </p>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-2">
      <dt className="w-20 shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
