// The sections of the site's settings, as the dashboard names them.
import type { AllSettings } from './api-types';

export type SectionName = keyof AllSettings;

export type Section = AllSettings[SectionName];

export const sectionTitles: Readonly<Record<SectionName, string>> = {
  site: 'Site',
  navigation: 'Navigation',
  publication: 'Publication',
  privacy: 'Privacy',
};

export const isSection = (name: string): name is SectionName => Object.hasOwn(sectionTitles, name);

/** Returns the path of a section's form, with a revision that of its history at that change; 0 are the defaults. */
export const sectionPath = (name: SectionName, revision?: number): string =>
  `/admin/settings/${name}${revision === undefined ? '' : `?history=${revision}`}`;
