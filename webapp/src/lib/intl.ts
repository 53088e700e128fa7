// How numbers are written, and names sorted. Whole numbers do without Intl: the server's engine, which renders lists for readers, has none,
// and a formatter of Intl takes a phone up to a twentieth of a second to make.
import { grouped, siteFormat } from './site-format';

/** A whole number in groups of digits: '12,345'. */
export const formatCount = (n: number): string => grouped(String(n), siteFormat().format.number);

/** '1 draft', '2,000 drafts'. */
export const counted = (n: number, noun: string): string => `${formatCount(n)} ${noun}${n === 1 ? '' : 's'}`;

/** Makes something of Intl for a language when it is first used, and again when the site's language has changed. */
function forLanguage<T>(make: (language: string) => T): () => T {
  let made: { language: string; it: T } | undefined;
  return () => {
    const { language } = siteFormat();
    if (made?.language !== language) made = { language, it: make(language) };
    return made.it;
  };
}

const compact = forLanguage((language) => new Intl.NumberFormat(language, { notation: 'compact', numberingSystem: 'latn' }));

/** A number in short, '12K'. Only in the browser. */
export const formatCompact = (n: number): string => compact().format(n);

const collator = forLanguage((language) => new Intl.Collator(language));

/** Compares names as the site's language sorts them. Only in the browser. */
export const compareNames = (a: string, b: string): number => collator().compare(a, b);
