// How numbers and times are written. A formatter of Intl takes a phone up to a twentieth of a second to make, so each is made when it is first
// used. Whole numbers do without: the server's engine, which renders lists for readers, has no Intl.

/** The site's language, in which numbers and times are written and read. */
export const language = 'en-US';

/** A whole number in groups of three digits: '12,345'. */
export const formatCount = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

/** '1 draft', '2,000 drafts'. */
export const counted = (n: number, noun: string): string => `${formatCount(n)} ${noun}${n === 1 ? '' : 's'}`;

interface Format<T> {
  format: (value: T) => string;
}

/** A format of dates and times, in US English unless `locale` says otherwise. */
export const dateFormat = (options: Intl.DateTimeFormatOptions, locale: string = language): Format<Date> => lazy(() => new Intl.DateTimeFormat(locale, options));

/** A format of numbers, in US English. */
export const numberFormat = (options: Intl.NumberFormatOptions): Format<number> => lazy(() => new Intl.NumberFormat(language, options));

function lazy<T>(make: () => Format<T>): Format<T> {
  let made: Format<T> | undefined;
  return { format: (value) => (made ??= make()).format(value) };
}
