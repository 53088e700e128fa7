// The saves of an item, newest first: the actions, who did them and when.
import { clsx } from 'clsx';
import { Fragment } from 'react';
import { PictureSides } from '@/components/corrections/picture-sides';
import { TimeAgo } from '@/components/ui/time-ago';
import type { ItemRevision, Version } from '@/lib/api-types';
import { actionsOf, actorName, isMarking } from '@/lib/item-history';

interface Props {
  revisions: readonly ItemRevision[];
  selected: number;
  labels: Readonly<Record<string, string>>;
  /** The version for readers that a save led to. */
  versionOf: (revision: ItemRevision) => Version | undefined;
  /** The pictures that were replaced after a save, and before the next one. */
  replacedAfter: (revision: ItemRevision, next: ItemRevision | undefined) => readonly Version[];
  onSelect: (revision: number) => void;
}

export function RevisionList({ revisions, selected, labels, versionOf, replacedAfter, onSelect }: Props) {
  return (
    <ol aria-label="Revisions, newest first" className="border-b border-rule">
      {revisions.map((r, i) => (
        <Fragment key={r.revision}>
          {replacedAfter(r, revisions[i - 1]).map((entry) => (
            <li key={`${entry.position} ${entry.from} ${entry.to}`} className="border-t border-rule py-2 pr-3 pl-[0.9375rem] text-small">
              <p className="font-semibold">{entry.label}</p>
              <p className="text-secondary">
                <TimeAgo iso={entry.at} />
              </p>
              {entry.withheld ? <p className="font-semibold text-danger">Withheld</p> : <PictureSides entry={entry} />}
            </li>
          ))}
          <li className="border-t border-rule">
            <button
              type="button"
              aria-current={r.revision === selected ? 'true' : undefined}
              onClick={() => onSelect(r.revision)}
              className={clsx(
                'block w-full border-l-[3px] px-3 py-2 text-left text-small hover:bg-sunken',
                r.revision === selected ? 'border-accent bg-sunken' : 'border-transparent',
              )}
            >
              <span className="block font-semibold">{summary(r, labels)}</span>
              <span className="block text-secondary">
                {actorName(r.actor)} · <TimeAgo iso={r.at} />
              </span>
              <VersionNote revision={r} version={versionOf(r)} />
            </button>
          </li>
        </Fragment>
      ))}
    </ol>
  );
}

/** What the change was to readers, where its own words don't say it, and that they no longer see it. */
function VersionNote({ revision, version }: { revision: ItemRevision; version: Version | undefined }) {
  if (!version) return null;
  const kind = revision.types.some((type) => type.endsWith('Updated')) && !revision.types.some(isMarking) ? version.label : null;
  if (!kind && !version.withheld) return null;
  return (
    <span className="block text-muted">
      {kind}
      {kind && version.withheld ? ' · ' : null}
      {version.withheld ? <span className="font-semibold text-danger">Withheld</span> : null}
    </span>
  );
}

/** How many fields a line names. */
const most = 3;

/** What the other words of a save tell. */
const states = ['isPublished', 'isFeatured', 'isDeleted', 'publishAt', 'unpublishAt', 'draftPublishAt', 'withheldVersions'];

/** 'Published, edited Review Title, Rating and 2 more, marked as a correction'. */
function summary(save: ItemRevision, labels: Readonly<Record<string, string>>): string {
  const names = save.changes.filter(({ field }) => !states.includes(field)).map(({ field, name }) => labels[field] ?? name);
  const more = names.length - most;
  return actionsOf(save, `Edited ${names.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`.trim());
}
