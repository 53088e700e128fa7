import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, query } from '@/lib/api-client';
import type { ListedCorrection } from '@/lib/api-types';

/** How many corrections and updates the list shows at first and adds at a time. */
const pageSize = 24;

/** Corrections and updates of all that is published, newest first, in pages. */
export const correctionsQuery = infiniteQueryOptions({
  queryKey: ['corrections'],
  queryFn: ({ signal, pageParam }) => api.page<ListedCorrection>(`/api/corrections${query({ limit: pageSize, offset: pageParam || undefined })}`, { signal }),
  initialPageParam: 0,
  getNextPageParam: (last, all) => {
    const shown = all.reduce((n, page) => n + page.items.length, 0);
    return last.items.length > 0 && shown < last.total ? shown : undefined;
  },
});
