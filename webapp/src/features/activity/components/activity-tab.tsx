// The tab Activity Logs: the session, and what admins did, told by the log itself (spec section 2).
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { MoreButton } from '@/components/ui/more-button';
import { RowSkeletons } from '@/components/ui/row-skeletons';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { useFocusWithin } from '@/hooks/use-focus-within';
import { activityQuery, newestQuery } from '../api/activity';
import { ActivityList } from './activity-list';
import { SessionCard } from './session-card';

export default function ActivityTab() {
  const log = useInfiniteQuery(activityQuery);
  const newest = useQuery(newestQuery).data ?? 0;
  const list = useRef<HTMLOListElement>(null);
  const focused = useFocusWithin(list);

  const activities = log.data?.pages.flatMap((page) => page.items);
  const first = activities?.[0]?.id;
  const [known, setKnown] = useState(first);
  if (known === undefined && first !== undefined) setKnown(first);

  const { refetch, isFetching } = log;
  const waiting = activities !== undefined && newest > (first ?? 0);
  const atTop = useSyncExternalStore(onScroll, () => isAtTop(list.current));
  // Newer ones move the list down: not while somebody has scrolled into it or has the focus in it.
  const held = focused || !atTop || log.isError;
  useEffect(() => {
    if (waiting && !isFetching && !held) void refetch();
  }, [waiting, isFetching, held, refetch]);

  return (
    <section aria-labelledby="activity-title">
      <h2 id="activity-title" className="mb-6 text-h5">
        Activity Logs
      </h2>
      <SessionCard />
      <div className="mt-10 mb-3 flex min-h-9 flex-wrap items-center justify-between gap-x-4">
        <h3 className="text-body font-semibold">Recent activity</h3>
      </div>
      <div role="status" className="sticky top-header z-10 empty:hidden">
        {waiting && held && !isFetching ? (
          <Button variant="plain" size="small" className="my-3 shadow-raised" onClick={() => void refetch()}>
            Show new actions
          </Button>
        ) : null}
      </div>
      {activities ? (
        activities.length > 0 ? (
          <>
            <ActivityList ref={list} activities={activities} known={known ?? Infinity} />
            <MoreButton shown={activities.length} total={log.hasNextPage ? (log.data?.pages[0]?.total ?? 0) : activities.length} busy={log.isFetchingNextPage} onMore={() => void log.fetchNextPage()} />
          </>
        ) : (
          <EmptyState title="No activity yet">
            <p>Sign-ins and every change to reviews, articles, messages and keys appear here.</p>
          </EmptyState>
        )
      ) : log.isError ? (
        <ErrorState what="The activity log" retry={() => void log.refetch()} />
      ) : (
        <RowSkeletons label="Loading activity..." />
      )}
    </section>
  );
}

/** Whether the list's beginning is on the screen, so that what comes there is seen to come. */
const isAtTop = (list: HTMLElement | null) => list === null || list.getBoundingClientRect().top >= 0;

function onScroll(onChange: () => void): () => void {
  addEventListener('scroll', onChange, { passive: true });
  return () => removeEventListener('scroll', onChange);
}
