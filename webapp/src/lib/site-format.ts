// How the site writes dates, numbers and prices: as its language does, in its time zone and currency. The answer of /api/site brings it;
// the server's engine has no Intl, and both must render the same text. It is set before anything is rendered (entry-server.tsx, main.tsx).
import type { Site } from './api-types';

/** What is known of the site's language, time zone and currency. */
export type SiteFormat = Pick<Site, 'language' | 'timeZone' | 'currency' | 'format'>;

/** The formats of a site whose owner has chosen none, and until the site has answered. */
export const initialFormat: SiteFormat = {
  language: 'en-US',
  timeZone: 'UTC',
  currency: 'USD',
  format: {
    long: '{M} {d}, {y}',
    months: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
    medium: '{M} {d}, {y}',
    mediumMonths: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    short: '{M} {d}',
    shortMonths: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    time: '{h}:{mm}\u00a0{a}',
    halves: ['AM', 'PM'],
    number: { group: ',', sizes: [3, 3], from: 4, decimal: '.' },
    money: { group: ',', sizes: [3, 3], from: 4, pattern: '${n}' },
    zone: [],
  },
};

let current = initialFormat;

/** The formats in effect. */
export const siteFormat = (): SiteFormat => current;

/** Puts the site's formats into effect; without any, those of a new site. */
export function setSiteFormat(site: Partial<SiteFormat> | undefined): void {
  current = site?.format ? { ...initialFormat, ...site } : initialFormat;
}

/** Fills the named places of a pattern: '{d} {M}'. */
export const filled = (pattern: string, values: Readonly<Record<string, string | number>>): string =>
  pattern.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

export type Groups = Pick<Site['format']['number'], 'group' | 'sizes' | 'from'>;

/** Writes the digits of a whole number in groups: '12,345'. */
export function grouped(digits: string, { group, sizes: [last = 3, others = 3], from }: Groups): string {
  if (digits.length < from) return digits;
  let [text, at] = [digits, digits.length - last];
  for (; at > 0; at -= others) text = text.slice(0, at) + group + text.slice(at);
  return text;
}
