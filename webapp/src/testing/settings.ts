// The site's settings for tests: as they are before any change, apart from what a test names.
import type { AllSettings } from '@/lib/api-types';
import { json, on } from './server';

const base = { revision: 0, updatedAt: null, overridden: {} };

const site = {
  name: 'Candor',
  tagline: 'Honest tech reviews',
  description: 'A trusted source.',
  language: 'en-US',
  timeZone: 'UTC',
  currency: 'USD',
  logo: '',
  logoDark: '',
  icon: '',
  shareImage: '',
  accent: '',
};

const navigation = {
  header: [
    { label: 'Home', url: '/' },
    { label: 'All Reviews', url: '/reviews' },
  ],
  footer: [{ label: 'About Us', url: '/about' }],
  social: [{ label: 'Mastodon', url: 'https://mastodon.example/@candor' }],
};

const publication = {
  copyright: '© 2024 {{name}}. All rights reserved.',
  contactEmail: 'hello@candor.example',
  responseTime: 'within 24 hours',
  affiliateDisclosure: 'Some links earn us a commission.',
  illustrationNote: 'Image used for illustration purposes only.',
  publicHistory: 'full' as const,
  correctionsPolicy: 'We say so.',
};

const privacy = { pageViewDays: 400, messageDays: 'forever' as const, addresses: 'full' as const, countCountries: true };

type Changes = { [Name in keyof AllSettings]?: Partial<AllSettings[Name]> };

export const makeSettings = (changes: Changes = {}): AllSettings => ({
  site: { ...base, ...site, defaults: site, ...changes.site },
  navigation: { ...base, ...navigation, defaults: navigation, ...changes.navigation },
  publication: { ...base, ...publication, defaults: publication, ...changes.publication },
  privacy: { ...base, ...privacy, defaults: privacy, ...changes.privacy },
});

/** Answers that no section has a draft or is open elsewhere, and takes what is sent as a draft. */
export function noSettingsDrafts(): void {
  for (const name of ['site', 'navigation', 'publication', 'privacy']) {
    const path = `/api/admin/settings/${name}/draft`;
    on(`GET ${path}`, null);
    on(`PUT ${path}`, ({ body }) => json({ id: `settings-${name}`, revision: 0, ...(body as object) }));
    on(`DELETE ${path}`, () => json(null, 204));
    const editing = `/api/admin/settings/${name}/editing`;
    on(`PUT ${editing}`, { others: [] });
    on(`DELETE ${editing}`, () => json(null, 204));
  }
}
