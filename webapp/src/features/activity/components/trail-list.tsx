// The changes, newest first: older ones come as the reader nears the end, new ones at the top as they happen.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { RowSkeletons } from '@/components/ui/row-skeletons';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { Status } from '@/components/ui/status';
import { fullDate } from '@/components/ui/time-ago';
import { ApiError } from '@/lib/api-client';
import { trailQuery, type TrailFilter } from '../api/trail';
import { useHeld } from '../use-held';
import { useLiveTrail } from '../use-live-trail';
import { useNear } from '../use-near';
import { TrailRow } from './trail-row';

/** It begins anew with another filter: give it a key. */
export function TrailList({ filter }: { filter: TrailFilter }) {
  const trail = useInfiniteQuery(trailQuery(filter));
  const list = useRef<HTMLOListElement>(null);
  const { fetchNextPage, hasNextPage, isFetching, isError, refetch } = trail;
  const older = trail.data?.pages.flatMap((page) => page.entries) ?? [];
  const first = older[0]?.position ?? 0;
  const [begun, setBegun] = useState<number>();
  if (begun === undefined && trail.data) setBegun(first);
  const { arrived, connected } = useLiveTrail(filter, trail.data?.pages[0]?.newest, trail.isSuccess, () => void refetch());

  const fresh = arrived.filter((e) => e.position > first);
  const newest = fresh[0]?.position ?? 0;
  const [shownTo, setShownTo] = useState(0);
  const held = useHeld(list);
  if (!held && newest > shownTo) setShownTo(newest);
  const waiting = fresh.filter((e) => e.position > shownTo).length;
  // An entry that has grown replaces the one that was there.
  const shown = fresh.slice(waiting);
  const entries = [...shown, ...older.filter((e) => !shown.some((s) => s.first === e.first))];

  const [end, near] = useNear<HTMLDivElement>();
  useEffect(() => {
    if (near && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [near, hasNextPage, isFetching, isError, fetchNextPage]);

  const show = () => {
    setShownTo(newest);
    list.current?.scrollIntoView({ block: 'start' });
  };
  if (trail.error instanceof ApiError && trail.error.status === 400) {
    return (
      <EmptyState title="These filters can’t be combined">
        <p>{trail.error.detail}</p>
      </EmptyState>
    );
  }
  if (!trail.data)
    return isError ? (
      <ErrorState what="The audit trail" retry={() => void refetch()} />
    ) : (
      <RowSkeletons label="Loading the audit trail..." />
    );
  const reached = trail.data.pages.at(-1)?.reached;
  return (
    <>
      <div role="status" className="sticky top-header z-10 empty:hidden">
        {waiting > 0 ? (
          <Button variant="plain" size="small" className="my-3 shadow-raised" onClick={show}>
            {waiting === 1 ? '1 new change' : `${waiting} new changes`}
          </Button>
        ) : null}
      </div>
      {entries.length > 0 ? (
        <ol ref={list} aria-label="Changes, newest first" className="scroll-mt-32 divide-y divide-rule border-y border-rule text-small">
          {entries.map((e) => (
            <TrailRow key={e.first} entry={e} isNew={begun !== undefined && e.position > begun} />
          ))}
        </ol>
      ) : hasNextPage ? null : (
        <EmptyState title="No changes found">
          <p>No changes match these filters. New ones appear here as they happen.</p>
        </EmptyState>
      )}
      <div ref={end} className="mt-4 flex min-h-9 flex-wrap items-center justify-between gap-3 text-small text-muted">
        {hasNextPage ? (
          <Button variant="plain" size="small" disabled={isFetching} onClick={() => void fetchNextPage()}>
            {isFetching ? 'Loading...' : isError ? 'Try again' : 'Show older'}
          </Button>
        ) : (
          <p>{entries.length > 0 ? 'Start of the log.' : ''}</p>
        )}
        {hasNextPage && reached ? <p role="status">Searched back to {fullDate(reached)}.</p> : null}
        <Status tone={connected ? 'good' : 'plain'}>{connected ? 'Live' : 'Not live'}</Status>
      </div>
    </>
  );
}
