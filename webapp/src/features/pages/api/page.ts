import { queryOptions } from '@tanstack/react-query';
import { api, query } from '@/lib/api-client';
import type { Page } from '@/lib/api-types';
import type { Rendered } from '@/lib/rendered';

/** The published page with the slug; null if there is none. */
export const pageQuery = (slug: string) =>
  queryOptions({
    queryKey: ['pages', slug],
    queryFn: async ({ signal }) => {
      const [page] = await api.get<Rendered<Page>[]>(`/api/pages${query({ slug })}`, { signal });
      return page ?? null;
    },
  });
