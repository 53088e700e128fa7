// The structured data of a page, for search engines.
import type { Page } from '@/lib/api-types';
import { breadcrumbs, publisher, type LinkedData } from '@/lib/linked-data';
import type { Rendered } from '@/lib/rendered';
import { descriptionOf } from '@/lib/description';

export function pageData(page: Rendered<Page>, path: string): LinkedData[] {
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'WebPage',
      name: page.title,
      description: descriptionOf(null, page.contentText),
      publisher,
      datePublished: page.publishedAt ?? page.createdAt,
      dateModified: page.updatedAt,
      url: path,
    },
    breadcrumbs({ name: page.title, path }),
  ];
}
