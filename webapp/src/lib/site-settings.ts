// The site's settings as everybody may see them: what it is called, its navigation, its texts about itself.
import { queryOptions } from '@tanstack/react-query';
import { api } from './api-client';
import type { Site } from './api-types';
import { initialFormat } from './site-format';

export type { Site };

/** The address of the settings. Every page brings its answer along. */
export const sitePath = '/api/site';

/** The settings. Fresh until something changes them (lib/site-changes.ts). */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => api.get<Site>(sitePath, { signal }),
});

/** What is shown of a site whose settings the server can't tell yet: nothing of its own. */
export const unknownSite: Site = {
  name: '',
  tagline: '',
  description: '',
  ...initialFormat,
  logo: '',
  logoDark: '',
  icon: '',
  shareImage: '',
  accent: '',
  header: [],
  footer: [],
  social: [],
  copyright: '',
  contactEmail: '',
  responseTime: '',
  affiliateDisclosure: '',
  illustrationNote: '',
  publicHistory: 'off',
  correctionsPolicy: '',
  howWeTest: null,
  pictures: {},
};

/** Returns a text with the site's name in the places of {{name}}. */
export const withName = (text: string, { name }: Site): string => text.replaceAll('{{name}}', () => name);
