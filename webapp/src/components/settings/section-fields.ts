// The fields of each section of the settings, in the order of its form.
import type { Values } from '@/components/content/content-type';
import type { Section, SectionName } from '@/lib/settings';
import {
  area,
  colour,
  currency,
  days,
  email,
  flag,
  language,
  line,
  links,
  options,
  picture,
  timeZone,
  type Setting,
} from './setting-kinds';

export type Settings = Readonly<Record<string, Setting>>;

const site: Settings = {
  name: { label: 'Name', required: true, kind: line(60), hint: 'In the header, titles, feeds and search results.' },
  tagline: { label: 'Tagline', kind: line(120), hint: 'A few words after the name, on the home page and in its title.' },
  description: { label: 'Description', kind: area(300, 3), hint: 'One or two sentences, in the footer and for search engines.' },
  language: {
    label: 'Language',
    required: true,
    kind: language,
    hint: 'The language you write in: for dates, numbers and sorting. The site’s own buttons and labels stay English.',
  },
  timeZone: { label: 'Time zone', required: true, kind: timeZone },
  currency: {
    label: 'Currency',
    required: true,
    kind: currency,
    hint: 'Of all prices. Changing it converts nothing: the numbers stay as they are.',
  },
  logo: { label: 'Logo', kind: picture },
  logoDark: { label: 'Logo in the dark theme', kind: picture },
  icon: { label: 'Icon', kind: picture },
  shareImage: { label: 'Share image', kind: picture },
  accent: {
    label: 'Accent',
    kind: colour,
    hint: 'For links, buttons and scores. Its lightness is adapted to each theme, so that text stays easy to read.',
  },
};

const navigation: Settings = {
  header: {
    label: 'Header',
    kind: links(8, 'anywhere'),
    hint: 'At the top of every page. The menu “Review Categories” comes after them.',
  },
  footer: { label: 'Footer', kind: links(20, 'anywhere'), hint: 'The column “Company”. The column of categories stays.' },
  social: { label: 'Social', kind: links(20, 'elsewhere'), hint: 'Your accounts elsewhere, in the footer. Leave it empty to show none.' },
};

const publication: Settings = {
  copyright: { label: 'Copyright', kind: line(300), hint: 'At the end of every page. {{name}} stands for the site’s name.' },
  contactEmail: { label: 'Contact email', required: true, kind: email, hint: 'On the pages Contact, Privacy Policy and Terms of Service.' },
  responseTime: {
    label: 'Response time',
    required: true,
    kind: line(120),
    hint: 'How soon you answer messages, such as “within 24 hours”.',
  },
  affiliateDisclosure: { label: 'Affiliate disclosure', kind: area(300, 3), hint: 'Above the shops of a review, and in the footer.' },
  illustrationNote: { label: 'Illustration note', kind: line(120), hint: 'Under pictures. Leave it empty to show none.' },
  publicHistory: {
    label: 'Public history',
    kind: options(
      { value: 'full', label: 'Every version', hint: 'Readers see each published version of a review or an article, and what changed.' },
      { value: 'corrections', label: 'Corrections only', hint: 'Readers see the first version, and those that were corrected or updated.' },
      { value: 'off', label: 'None', hint: 'Readers see the current version. Corrections are listed in any case.' },
    ),
  },
  correctionsPolicy: { label: 'Corrections policy', kind: area(2000, 5), hint: 'At the top of the page Corrections.' },
};

const privacy: Settings = {
  pageViewDays: {
    label: 'Page views and visitors',
    kind: days(30),
    hint: 'Days are those of UTC. Each day’s totals are kept for good; they name nobody.',
  },
  messageDays: { label: 'Messages', kind: days(1), hint: 'Days are those of UTC, from the message’s arrival.' },
  addresses: {
    label: 'Visitors’ IP addresses',
    kind: options(
      { value: 'full', label: 'Whole', hint: '203.0.113.9. You see who asks how often, and can erase a person by address.' },
      { value: 'truncated', label: 'Shortened', hint: '203.0.113.0. The network is known, not the person.' },
      { value: 'none', label: 'Not stored', hint: 'Visitors are still counted.' },
    ),
    hint: 'For what comes: what was stored before stays until it expires.',
  },
  countCountries: { label: 'Count countries', kind: flag, hint: 'Notes the country and the city of page views, looked up on this server.' },
};

export const sectionFields: Readonly<Record<SectionName, Settings>> = { site, navigation, publication, privacy };

/** Returns the form of a section, or of its defaults. */
export const settingsForm = (fields: Settings, stored: Section | Section['defaults']): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, kind.toForm(valueOf(stored, name))]));

const valueOf = (stored: object, name: string): unknown => (stored as Readonly<Record<string, unknown>>)[name];

/** Returns a stored value of a setting as people read it; '' for none. */
export const settingText = (setting: Setting, stored: unknown): string =>
  stored === null || stored === undefined ? '' : setting.kind.shown(setting.kind.toForm(stored));
