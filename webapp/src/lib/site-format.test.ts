// What the formatter writes is what Intl writes, in every language of the data.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { afterEach, describe, expect, it } from 'vitest';
import { formatDate, formatScore } from './format';
import { formatCount } from './intl';
import { formatMoney } from './money';
import { clockTime, dayOfYear, shortDay, utcWeekday } from './short-date';
import { setSiteFormat, siteFormat, type SiteFormat } from './site-format';
import { fromZone, inZone } from './time-zone';

interface Entry extends Omit<SiteFormat['format'], 'zone'> {
  symbols: Record<string, string>;
}

const { cldr, languages } = JSON.parse(readFileSync(new URL('../../../projections/formats/formats.json', import.meta.url), 'utf8')) as {
  cldr: string;
  languages: Record<string, Partial<Entry>>;
};

/** The entry of a language, as the server makes it. */
function entryOf(tag: string): Entry {
  const parts = tag.split('-');
  const tags = ['en', ...parts.map((_, i) => parts.slice(0, i + 1).join('-'))];
  return tags
    .map((one) => languages[one] ?? {})
    .reduce<Entry>((all, more) => ({ ...all, ...more, symbols: { ...all.symbols, ...more.symbols } }), {} as Entry);
}

/** Writes like a language, with a symbol for the currency that needs no distance from digits. */
function use(tag: string, zone: number[] = []): void {
  const { symbols, ...entry } = entryOf(tag);
  const money = { ...entry.money, pattern: entry.money.pattern.replace('{c}', symbols.INR ?? '') };
  setSiteFormat({ language: tag, timeZone: 'UTC', currency: 'INR', format: { ...entry, money, zone } });
}

afterEach(() => setSiteFormat(undefined));

const utc = { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' } as const;
/** Without the kinds of space, which V8 changes in dates. */
const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ');

const days = Array.from({ length: 24 }, (_, i) => new Date(Date.UTC(2026, i, ((7 * i) % 28) + 1, i, 5)));
const amounts = [0, 7, 999, 1000, 1299, 12_990, 123_456, 1_234_567, 987_654_321];

// Another version of the data, which another Node has, would be other data.
describe.runIf(process.versions.cldr === cldr)('what Intl writes', () => {
  it.each(Object.keys(languages))('%s', (tag) => {
    use(tag);
    const intl = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, { ...utc, ...options });
    const written = <T>(values: readonly T[], ...writers: ((value: T) => string)[]) =>
      values.map((value) => plain(writers.map((write) => write(value)).join(' | ')));
    const [long, medium, short, weekday] = [
      intl({ year: 'numeric', month: 'long', day: 'numeric' }),
      intl({ year: 'numeric', month: 'short', day: 'numeric' }),
      intl({ month: 'short', day: 'numeric' }),
      intl({ weekday: 'short' }),
    ] as const;
    expect(written(days, (at) => formatDate(at.toISOString()), dayOfYear, shortDay, utcWeekday)).toEqual(
      written(
        days,
        (at) => long.format(at),
        (at) => medium.format(at),
        (at) => short.format(at),
        (at) => weekday.format(at),
      ),
    );
    const clock = intl({ hour: 'numeric', minute: '2-digit', ...(siteFormat().format.halves.length > 0 ? {} : { hourCycle: 'h23' }) });
    expect(written(days, clockTime)).toEqual(written(days, (at) => clock.format(at)));
    const number = new Intl.NumberFormat(tag, { numberingSystem: 'latn' });
    const score = new Intl.NumberFormat(tag, { numberingSystem: 'latn', minimumFractionDigits: 1 });
    const price = new Intl.NumberFormat(tag, {
      numberingSystem: 'latn',
      style: 'currency',
      currency: 'INR',
      currencyDisplay: 'narrowSymbol',
      maximumFractionDigits: 0,
    });
    expect(written(amounts, formatCount, formatMoney)).toEqual(
      written(
        amounts,
        (n) => number.format(n),
        (n) => price.format(n),
      ),
    );
    expect(formatScore(4.5)).toBe(score.format(4.5));
  });
});

describe('the time zone', () => {
  // Paris in 2000: 60 minutes, from March 26 at 01:00 UTC on 120, from October 29 on 60 again.
  const paris = [0, 60, 122_460, 120, 312_480, 60];
  it('shows what its clocks show, the day, too', () => {
    use('en', paris);
    expect(formatDate('2000-12-31T23:30:00Z')).toBe('January 1, 2001');
    expect([clockTime(new Date('2000-03-26T00:59:00Z')), clockTime(new Date('2000-03-26T01:00:00Z'))]).toEqual([
      '1:59\u00a0AM',
      '3:00\u00a0AM',
    ]);
  });
  it('finds the time that its clocks show', () => {
    use('en', paris);
    for (let hour = 0; hour < 366 * 24; hour += 5) {
      const at = new Date(Date.UTC(2000, 0, 1, hour));
      const [found, wall] = [fromZone(inZone(at)), inZone(at)];
      expect(inZone(found)).toEqual(wall); // of an hour that comes twice, it is the first
      expect(at.getTime() - found.getTime() === 0 || at.getTime() - found.getTime() === 3_600_000).toBe(true);
    }
    expect(fromZone(new Date('2000-10-29T02:30:00Z'))).toEqual(new Date('2000-10-29T00:30:00Z'));
    expect(inZone(fromZone(new Date('2000-03-26T02:30:00Z')))).toEqual(new Date('2000-03-26T03:30:00Z')); // skipped
  });
});
