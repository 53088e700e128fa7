// Structured data of the home page.
import { organization, type LinkedData } from '@/lib/linked-data';
import type { Site } from '@/lib/site-settings';

/** The site, who publishes it, and how to search it. */
export const webSite = (site: Site): LinkedData => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name: site.name,
  url: '/',
  description: site.description || undefined,
  publisher: organization(site),
  potentialAction: { '@type': 'SearchAction', target: '/reviews?search={term}', 'query-input': 'required name=term' },
});
