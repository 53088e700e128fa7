// The structured data of the page of a tag, a brand or an author, for search engines.
import { breadcrumbs, type LinkedData } from '@/lib/linked-data';
import type { NameKind } from '@/lib/name-path';
import type { Named } from './api/name';

const types: Record<NameKind, string> = { tags: 'CollectionPage', brands: 'Brand', authors: 'Person' };

export function namePageData(kind: NameKind, { name, profile }: Named, description: string, path: string): LinkedData[] {
  return [
    {
      '@context': 'https://schema.org',
      '@type': types[kind],
      name,
      description,
      url: path,
      image: profile?.pictureUrl ?? undefined,
      sameAs: profile?.links.length ? profile.links.map(({ url }) => url) : undefined,
    },
    breadcrumbs({ name, path }),
  ];
}
