// The structured data of a page, for search engines.
import type { Page } from '@/lib/api-types';
import { breadcrumbs, organization, type LinkedData } from '@/lib/linked-data';
import type { Rendered } from '@/lib/rendered';
import { descriptionOf } from '@/lib/description';
import type { Site } from '@/lib/site-settings';

export function pageData(page: Rendered<Page>, path: string, site: Site): LinkedData[] {
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'WebPage',
      name: page.title,
      description: descriptionOf(null, page.contentText),
      publisher: organization(site),
      datePublished: page.publishedAt ?? page.createdAt,
      dateModified: page.updatedAt,
      url: path,
    },
    breadcrumbs({ name: page.title, path }),
  ];
}
