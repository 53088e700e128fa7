// Structured data of the home page.
import type { LinkedData } from '@/lib/linked-data';
import { site } from '@/lib/site';

/** The site, and how to search it. */
export const webSite: LinkedData = {
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name: site.name,
  url: '/',
  description: site.description,
  potentialAction: { '@type': 'SearchAction', target: '/reviews?search={term}', 'query-input': 'required name=term' },
};
