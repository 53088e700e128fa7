// The admins' recent actions from the event log, newest first (spec section 2).
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { MoreButton } from '@/components/ui/more-button';
import { RowSkeletons } from '@/components/ui/row-skeletons';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { activityQuery, newestQuery } from '../api/activity';
import { useHeld } from '../use-held';
import { ActivityList } from './activity-list';

export function RecentActivity() {
  const log = useInfiniteQuery(activityQuery);
  const newest = useQuery(newestQuery).data ?? 0;
  const list = useRef<HTMLOListElement>(null);

  const activities = log.data?.pages.flatMap((page) => page.items);
  const first = activities?.[0]?.id;
  const [known, setKnown] = useState(first);
  if (known === undefined && first !== undefined) setKnown(first);

  const { refetch, isFetching } = log;
  const waiting = activities !== undefined && newest > (first ?? 0);
  const held = useHeld(list) || log.isError;
  useEffect(() => {
    if (waiting && !isFetching && !held) void refetch();
  }, [waiting, isFetching, held, refetch]);

  return (
    <>
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
            <MoreButton
              shown={activities.length}
              total={log.hasNextPage ? (log.data?.pages[0]?.total ?? 0) : activities.length}
              busy={log.isFetchingNextPage}
              onMore={() => void log.fetchNextPage()}
            />
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
    </>
  );
}
