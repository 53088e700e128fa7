import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { AuthorName, DescribedName, Name } from '@/lib/api-types';
import type { NameKind } from '@/lib/name-path';

export type Profile = NonNullable<AuthorName['profile']>;

/** A name: only an author can have a profile, and only tags and brands a description. */
export type Named = Name & Partial<Pick<AuthorName, 'profile'> & Pick<DescribedName, 'description'>>;

/** A tag, a brand or an author of published items. Rejects with ApiError(404) when nothing has it. */
export const nameQuery = (kind: NameKind, slug: string) =>
  queryOptions({
    queryKey: [kind, slug],
    queryFn: ({ signal }) => api.get<Named>(`/api/${kind}/${encodeURIComponent(slug)}`, { signal }),
  });
