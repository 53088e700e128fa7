// Structured data of a page for search engines, in schema.org's vocabulary (JSON-LD). Links to our own pages are paths here;
// lib/seo.ts makes them whole.
import type { ItemPicture } from './media';
import { site } from './site';

export type LinkedData = Record<string, unknown>;

const context = 'https://schema.org';

export const publisher: LinkedData = { '@type': 'Organization', name: site.name, url: '/' };

/** Returns the breadcrumbs of a page; Home is added in front. */
export function breadcrumbs(...crumbs: { name: string; path: string }[]): LinkedData {
  const items = [{ name: 'Home', path: '/' }, ...crumbs];
  return {
    '@context': context,
    '@type': 'BreadcrumbList',
    itemListElement: items.map(({ name, path }, i) => ({ '@type': 'ListItem', position: i + 1, name, item: path })),
  };
}

/** A picture: its address alone, or with what is known of it. */
export function imageData(url: string | null | undefined, known: ItemPicture | undefined): string | LinkedData | undefined {
  if (!url || !known) return url ?? undefined;
  const { width, height, caption, credit } = known;
  return { '@type': 'ImageObject', url, contentUrl: url, width, height, caption, creditText: credit };
}
