// Lists of links as a form holds them: as JSON, in one field.
import { text, type Rule } from '@/components/content/rules';
import type { SettingsLink } from '@/lib/api-types';
import { isEmail } from '@/lib/email';

/** The longest label and the longest address, in characters. */
const longestLabel = 40;
const longestAddress = 2_048;

/** Where links may lead: 'anywhere', or to other sites alone. */
export type Destinations = 'anywhere' | 'elsewhere';

export const linksToForm = (stored: unknown): string => JSON.stringify(Array.isArray(stored) ? stored : []);

/** Returns the links in a form's value, none in one that isn't its. */
export function linksIn(value: string): SettingsLink[] {
  try {
    const links: unknown = JSON.parse(value);
    return Array.isArray(links) ? (links as SettingsLink[]) : [];
  } catch {
    return [];
  }
}

export const linksToServer = (value: string): SettingsLink[] =>
  linksIn(value).map(({ label, url }) => ({ label: label.trim(), url: url.trim() }));

/** Returns links as people read them, one a line. */
export const linksText = (links: readonly SettingsLink[]): string => links.map(({ label, url }) => `${label}: ${url}`).join('\n');

/** Returns what is wrong with the parts of a link. */
export function linkErrors({ label, url }: SettingsLink, to: Destinations): Partial<SettingsLink> {
  const wrongLabel = label.trim() === '' ? 'Label is required' : text('Label', longestLabel)(label);
  const wrongUrl = urlError(url.trim(), to);
  return { ...(wrongLabel ? { label: wrongLabel } : {}), ...(wrongUrl ? { url: wrongUrl } : {}) };
}

function urlError(url: string, to: Destinations): string | undefined {
  if (url === '') return 'URL is required';
  if (url.startsWith('mailto:')) return isEmail(url.slice('mailto:'.length)) ? undefined : 'URL must be mailto: and an email address';
  if (Array.from(url).length > longestAddress || /[\s\\]/.test(url)) return 'URL must be a valid address';
  if (/^\/(?!\/)/.test(url)) return to === 'anywhere' ? undefined : 'URL must start with http://, https:// or mailto:';
  if (/^https?:\/\/./i.test(url) && URL.canParse(url)) return undefined;
  return `URL must start with http://, https://${to === 'anywhere' ? ', mailto: or /' : ' or mailto:'}`;
}

/** What is said of a list in which a link is wrong. The link itself says what. */
export const wrongLinks = 'Some links need your attention';

/** Returns the rule of a list of at most so many links. */
export const linksRule =
  (most: number, to: Destinations) =>
  (label: string): Rule =>
  (value) => {
    const links = linksIn(value);
    if (links.length > most) return `${label} can have at most ${most} links`;
    return links.some((link) => Object.keys(linkErrors(link, to)).length > 0) ? wrongLinks : undefined;
  };
