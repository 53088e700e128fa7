// The history of an item: what was saved, the changes of each save, the item as readers saw it then, and a way to restore it.
// On a phone the list and a revision take turns.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useId, useState, type ReactNode } from 'react';
import type { ContentType } from '@/components/content/content-type';
import { ChangeList } from '@/components/corrections/change-list';
import { labelsOf } from '@/components/content/form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { RowSkeletons } from '@/components/ui/row-skeletons';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { fullDate } from '@/components/ui/time-ago';
import { ApiError } from '@/lib/api-client';
import type { ContentCalls, ContentItem } from '@/lib/content-calls';
import type { ItemRevision } from '@/lib/api-types';
import { actionsOf, actorName, holds } from '@/lib/item-history';
import { RestoreQuestion, type Restoring } from './restore-question';
import { RevisionList } from './revision-list';
import { SiteThen } from './site-then';
import { useRestore } from './use-restore';
import { useVersions } from './use-versions';
import { WithheldNotice } from './withheld-notice';
import { WithholdQuestion } from './withhold-question';

interface Props<Item extends ContentItem, Body extends object> {
  type: ContentType<Item, Body>;
  /** With a revision, that one is shown first. Without a title, as from an address, the server is asked for it. */
  item: { id: number; title?: string; revision?: number };
  /** Shows an item as readers see it, with a note above it. */
  preview: (item: Item, note?: string) => ReactNode;
  onClose: () => void;
}

export function HistoryDialog<Item extends ContentItem, Body extends object>({ type, item, preview, onClose }: Props<Item, Body>) {
  const { calls, noun } = type;
  const labels = labelsOf(type);
  const query = useInfiniteQuery(calls.history(item.id));
  const revisions = query.data?.pages.flat() ?? [];
  const [chosen, setChosen] = useState<number | null>(item.revision ?? null);
  const [previewing, setPreviewing] = useState(false);
  const [asking, setAsking] = useState(false);
  const [withholding, setWithholding] = useState(false);
  const { restore, busy } = useRestore(calls, item.id);
  const heading = useId();

  const newest = revisions[0];
  // Of the newest revision, because an item that is deleted answers to nothing else.
  const last = useQuery({ ...calls.past(item.id, newest?.revision ?? 0), enabled: item.title === undefined && newest !== undefined }).data;
  const title = item.title ?? last?.item.title;
  const found = chosen === null ? undefined : revisions.find((r) => holds(r, chosen));
  const selected = found ?? newest;
  const deleted = isDeleted(revisions);
  const { versionOf, replacedAfter } = useVersions(type, item.id, revisions.length > 0, deleted);
  const version = selected && versionOf(selected);
  const unknown = query.error instanceof ApiError && query.error.status === 404;
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  // A revision that a link leads to may be on a later page.
  const seeking = chosen !== null && !found && hasNextPage && !isError;
  useEffect(() => {
    if (seeking && !isFetching) void fetchNextPage();
  }, [seeking, isFetching, fetchNextPage]);
  const select = (revision: number | null) => {
    setChosen(revision);
    setPreviewing(false);
  };
  const onRestore = async (answer: Restoring) => {
    setAsking(false);
    if (!newest || !selected) return;
    // An open dialog would keep the toast with Undo out of reach.
    if (await restore({ to: selected.revision, from: newest.revision, ...answer })) onClose();
  };
  return (
    <>
      <Dialog
        open
        onOpenChange={onClose}
        title={`History of this ${noun}`}
        description={title ?? `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${item.id}`}
        size="large"
        footer={
          selected && newest ? (
            <div className={clsx('flex grow flex-wrap items-center justify-end gap-3', chosen === null && 'max-sm:hidden')}>
              <p className="mr-auto text-small text-muted">
                {deleted ? 'Deleted. Restore it from the list first.' : selected === newest ? 'This is the current version.' : ''}
              </p>
              {version && !version.withheld ? (
                <Button variant="plain" onClick={() => setWithholding(true)}>
                  Withhold…
                </Button>
              ) : null}
              <Button variant="plain" aria-pressed={previewing} onClick={() => setPreviewing(!previewing)}>
                {previewing ? 'Show changes' : 'Show as published'}
              </Button>
              {deleted || selected === newest ? null : (
                <Button disabled={busy} onClick={() => setAsking(true)}>
                  Restore this revision
                </Button>
              )}
            </div>
          ) : null
        }
      >
        {!newest || !selected || seeking ? (
          unknown ? (
            <EmptyState title={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`}>
              No {noun} has this ID. The link may be mistyped.
            </EmptyState>
          ) : query.isError ? (
            <ErrorState what="The history" retry={() => void query.refetch()} />
          ) : (
            <RowSkeletons label="Loading the history..." />
          )
        ) : (
          <div className="sm:grid sm:grid-cols-[15rem_minmax(0,1fr)] sm:gap-6">
            <div className={clsx(chosen !== null && 'max-sm:hidden', 'sm:max-h-[60dvh] sm:overflow-y-auto')}>
              <RevisionList
                revisions={revisions}
                selected={selected.revision}
                labels={labels}
                versionOf={versionOf}
                replacedAfter={replacedAfter}
                onSelect={select}
              />
              {query.hasNextPage ? (
                <Button
                  variant="plain"
                  size="small"
                  className="mt-3"
                  disabled={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {query.isFetchingNextPage ? 'Loading...' : 'Show older'}
                </Button>
              ) : null}
            </div>
            <section
              aria-labelledby={heading}
              tabIndex={0}
              className={clsx('min-w-0 outline-offset-4 sm:max-h-[60dvh] sm:overflow-y-auto', chosen === null && 'max-sm:hidden')}
            >
              <Button variant="quiet" size="small" className="mb-3 -ml-3 sm:hidden" onClick={() => select(null)}>
                <ArrowLeft aria-hidden strokeWidth={1.75} className="size-4" />
                All revisions
              </Button>
              <h3 id={heading} className="mb-4 font-sans text-small text-secondary">
                <strong className="font-semibold text-primary">{actionsOf(selected)}</strong> by {actorName(selected.actor)},{' '}
                <time dateTime={selected.at}>{fullDate(selected.at)}</time>
              </h3>
              {version?.withheld ? <WithheldNotice calls={calls} id={item.id} version={version} withheld={version.withheld} /> : null}
              <SiteThen type={type} id={item.id} revisions={revisions} selected={selected} />
              {selected.note ? (
                <p className="mb-4 border-l-2 border-rule-strong pl-3 text-small">
                  “<bdi>{selected.note}</bdi>”
                </p>
              ) : null}
              {previewing ? (
                <Past calls={calls} id={item.id} revision={selected.revision} preview={preview} />
              ) : selected.changes.length > 0 ? (
                <ChangeList changes={selected.changes} />
              ) : selected.note ? null : (
                <p className="text-secondary">No visible changes.</p>
              )}
            </section>
          </div>
        )}
      </Dialog>
      {withholding && version ? (
        <WithholdQuestion
          calls={calls}
          item={{ id: item.id, title: title ?? `this ${noun}` }}
          version={version}
          onClose={() => setWithholding(false)}
        />
      ) : null}
      {asking && selected ? (
        <RestoreQuestion
          type={type}
          item={{ id: item.id, title: title ?? `this ${noun}` }}
          to={selected}
          onCancel={() => setAsking(false)}
          onRestore={(answer) => void onRestore(answer)}
        />
      ) : null}
    </>
  );
}

/** Reports whether the item is deleted: whether its last deletion wasn't restored. */
const isDeleted = (revisions: readonly ItemRevision[]) =>
  revisions.flatMap((r) => r.changes).find((c) => c.field === 'isDeleted')?.new === true;

interface PastProps<Item extends ContentItem, Body extends object> extends Pick<Props<Item, Body>, 'preview'> {
  calls: ContentCalls<Item, Body>;
  id: number;
  revision: number;
}

/** The item as it was, on the public page's own parts. */
function Past<Item extends ContentItem, Body extends object>({ calls, id, revision, preview }: PastProps<Item, Body>) {
  const { data, isError, refetch } = useQuery(calls.past(id, revision));
  if (!data)
    return isError ? <ErrorState what="The revision" retry={() => void refetch()} /> : <RowSkeletons label="Loading the revision..." />;
  const seen = data.item.isPublished && !data.isDeleted;
  return preview(
    data.item,
    seen ? 'As readers saw it at that time.' : 'As it would have looked to readers. It was not published at that time.',
  );
}
