// Structured data of a page for search engines, in schema.org's vocabulary (JSON-LD). Links to our own pages are paths here;
// lib/seo.ts makes them whole.
import type { ItemPicture } from './media';
import type { Site } from './site-settings';

export type LinkedData = Record<string, unknown>;

const context = 'https://schema.org';

/** Names under .example lead nowhere: they stand for the owner's until there are any. */
const isPlaceholder = (address: string) => /^https?:\/\/[^/]+\.example(\/|$)/.test(address);

/** Returns who publishes the site. */
export function organization({ name, logo, social }: Site): LinkedData {
  const elsewhere = social.map(({ url }) => url).filter((url) => /^https?:/.test(url) && !isPlaceholder(url));
  return { '@type': 'Organization', name, url: '/', logo: logo || undefined, sameAs: elsewhere.length > 0 ? elsewhere : undefined };
}

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
