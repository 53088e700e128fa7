// What the dashboard asks for first: answers to these calls come with its page (httpapi/early_answers.go).
import type { QueryClient, QueryExecuteOptions } from '@tanstack/react-query';
import { pageSize } from '@/components/admin-list/item-list';
import { categoriesQuery } from '@/lib/categories';
import { weekQuery } from '@/features/overview/api/week';
import { sessionQuery } from '@/features/session/api/session';
import { adminList } from '@/lib/kinds';
import { overviewQuery } from '@/lib/overview';
import { siteQuery } from '@/lib/site-settings';
import { contentTypes } from './content-types';

type QueryOptions = QueryExecuteOptions;

/** How long a slow phone takes to show what is there, in milliseconds. */
const shownWithin = 3_000;

/**
 * Fetches what the dashboard shows first at an address, so that its first rendering is whole. Failures are ignored: the screen that needs
 * the data handles them.
 */
export async function fetchDashboard({ pathname, search }: Location, client: QueryClient): Promise<void> {
  const fetch = async (query: QueryOptions) => {
    const data = await client.query(query);
    // Not asked for again by the screen that is about to show it.
    client.setQueryData(query.queryKey, data, { updatedAt: Date.now() + shownWithin });
  };
  const calls = search === '' ? contentTypes.find(({ noun }) => adminList(noun) === pathname)?.calls : undefined;
  await Promise.allSettled([
    fetch(sessionQuery as QueryOptions),
    fetch(categoriesQuery as QueryOptions),
    fetch(overviewQuery as QueryOptions),
    fetch(siteQuery as QueryOptions),
    ...(calls
      ? [weekQuery, calls.list({ search: '', limit: pageSize, offset: 0 }), calls.drafts.newOnes()].map((query) =>
          fetch(query as QueryOptions),
        )
      : []),
  ]);
}
