// The history of a section of the settings: its changes, before and after, and a way back to each, and to the defaults. On a phone the list
// and a change take turns.
import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { SettingChanges } from '@/components/settings/setting-changes';
import { sectionFields } from '@/components/settings/section-fields';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { RowSkeletons } from '@/components/ui/row-skeletons';
import { ErrorState } from '@/components/ui/state';
import { fullDate, TimeAgo } from '@/components/ui/time-ago';
import type { SettingsRevision } from '@/lib/api-types';
import { actorName } from '@/lib/item-history';
import { sectionTitles, type Section, type SectionName } from '@/lib/settings';
import { sectionHistoryQuery } from '../api/sections';
import { RestoreSection } from './restore-section';
import { SectionDefaults } from './section-defaults';

interface Props {
  name: SectionName;
  section: Section;
  /** Whether the form has changes that are not saved. */
  isChanged: boolean;
  /** The revision that is shown first; null: the newest. */
  chosen: number | null;
  onClose: () => void;
}

/** The revision of the defaults, before the first change. */
const defaultsRevision = 0;

export function SectionHistory({ name, section, isChanged, chosen: first, onClose }: Props) {
  const query = useInfiniteQuery(sectionHistoryQuery(name));
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const [chosen, setChosen] = useState(first);
  const [asking, setAsking] = useState(false);
  const heading = useId();
  const revisions = query.data?.pages.flat() ?? [];
  const newest = revisions[0];
  const shown = chosen === defaultsRevision || !newest ? null : (revisions.find((r) => r.revision === chosen) ?? newest);
  // A revision that a link leads to may be on a later page.
  const seeking = chosen !== null && chosen !== defaultsRevision && shown?.revision !== chosen && hasNextPage && !isError;
  useEffect(() => {
    if (seeking && !isFetching) void fetchNextPage();
  }, [seeking, isFetching, fetchNextPage]);
  const revision = shown?.revision ?? defaultsRevision;
  const isCurrent = revision === section.revision;
  const ready = query.data !== undefined && !seeking;
  return (
    <>
      <Dialog
        open
        onOpenChange={onClose}
        title={`History of ${sectionTitles[name]}`}
        description="Every change of these settings. Each can be restored."
        size="large"
        footer={
          ready ? (
            <div className={clsx('flex grow flex-wrap items-center justify-end gap-3', chosen === null && 'max-sm:hidden')}>
              {isCurrent ? <p className="mr-auto text-small text-muted">These are the current settings.</p> : null}
              {isCurrent ? null : (
                <Button onClick={() => setAsking(true)}>{shown ? 'Restore this version' : 'Restore the defaults'}</Button>
              )}
            </div>
          ) : null
        }
      >
        {!ready ? (
          query.isError ? (
            <ErrorState what="The history" retry={() => void query.refetch()} />
          ) : (
            <RowSkeletons label="Loading the history..." />
          )
        ) : (
          <div className="sm:grid sm:grid-cols-[15rem_minmax(0,1fr)] sm:gap-6">
            <div className={clsx(chosen !== null && 'max-sm:hidden', 'sm:max-h-[60dvh] sm:overflow-y-auto')}>
              <ol aria-label="Changes, newest first" className="border-b border-rule">
                {revisions.map((r) => (
                  <Entry
                    key={r.revision}
                    title={summary(name, r)}
                    note={
                      <>
                        {actorName(r.actor)} · <TimeAgo iso={r.at} />
                      </>
                    }
                    isShown={r === shown}
                    onSelect={() => setChosen(r.revision)}
                  />
                ))}
                {hasNextPage ? null : (
                  <Entry
                    title="The defaults"
                    note="Before the first change"
                    isShown={shown === null}
                    onSelect={() => setChosen(defaultsRevision)}
                  />
                )}
              </ol>
              {hasNextPage ? (
                <Button variant="plain" size="small" className="mt-3" disabled={isFetching} onClick={() => void fetchNextPage()}>
                  {isFetching ? 'Loading...' : 'Show older'}
                </Button>
              ) : null}
            </div>
            <section
              aria-labelledby={heading}
              tabIndex={0}
              className={clsx('min-w-0 outline-offset-4 sm:max-h-[60dvh] sm:overflow-y-auto', chosen === null && 'max-sm:hidden')}
            >
              <Button variant="quiet" size="small" className="mb-3 -ml-3 sm:hidden" onClick={() => setChosen(null)}>
                <ArrowLeft aria-hidden strokeWidth={1.75} className="size-4" />
                All changes
              </Button>
              <h3 id={heading} className="mb-4 font-sans text-small text-secondary">
                {shown ? (
                  <>
                    <strong className="font-semibold text-primary">Changed</strong> by {actorName(shown.actor)},{' '}
                    <time dateTime={shown.at}>{fullDate(shown.at)}</time>
                  </>
                ) : (
                  <strong className="font-semibold text-primary">The defaults</strong>
                )}
              </h3>
              {shown ? (
                <SettingChanges section={name} changes={shown.changes} />
              ) : (
                <SectionDefaults name={name} defaults={section.defaults} />
              )}
            </section>
          </div>
        )}
      </Dialog>
      {asking ? (
        <RestoreSection
          name={name}
          section={section}
          isChanged={isChanged}
          to={shown}
          onCancel={() => setAsking(false)}
          onRestored={onClose}
        />
      ) : null}
    </>
  );
}

interface EntryProps {
  title: string;
  note: ReactNode;
  isShown: boolean;
  onSelect: () => void;
}

function Entry({ title, note, isShown, onSelect }: EntryProps) {
  return (
    <li className="border-t border-rule">
      <button
        type="button"
        aria-current={isShown ? 'true' : undefined}
        onClick={onSelect}
        className={clsx(
          'block w-full border-l-[3px] px-3 py-2 text-left text-small hover:bg-sunken',
          isShown ? 'border-accent bg-sunken' : 'border-transparent',
        )}
      >
        <span className="block font-semibold">{title}</span>
        <span className="block text-secondary">{note}</span>
      </button>
    </li>
  );
}

/** How many fields a line names. */
const most = 3;

/** 'Name, Tagline and 2 more'. */
function summary(name: SectionName, { changes }: SettingsRevision): string {
  if (changes.length === 0) return 'No visible changes';
  const labels = changes.map(({ field }) => sectionFields[name][field]?.label ?? field);
  const more = labels.length - most;
  return `${labels.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
