// Writes how languages write dates, numbers and prices: `make formats` puts it into projections/formats/formats.json. The data is the
// Unicode CLDR's, as this Node's Intl knows it, always with the Gregorian calendar and the digits 0 to 9. The result is committed, since
// another Node may know other data, and the server's engine and readers' browsers must agree on every letter.
import process from 'node:process';

const options = { calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' };
const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const pairs = letters.flatMap((a) => letters.map((b) => a + b));
const known = (tag) => Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
const exact = (tag) => new Intl.NumberFormat(tag).resolvedOptions().locale === tag;

const bases = [...pairs, ...pairs.flatMap((pair) => letters.map((c) => pair + c))].filter(known).filter(exact);
const scripts = [
  'Adlm',
  'Arab',
  'Beng',
  'Cans',
  'Cyrl',
  'Deva',
  'Guru',
  'Hans',
  'Hant',
  'Latn',
  'Mtei',
  'Olck',
  'Orya',
  'Telu',
  'Tfng',
  'Vaii',
];
const regions = [...pairs.map((pair) => pair.toUpperCase()), '001', '150', '419'];

/** What a tag is like, unless the data says otherwise: 'fr-CH' is like 'fr', 'fr' like English. */
const parentOf = (tag) => (tag.includes('-') ? tag.slice(0, tag.lastIndexOf('-')) : 'en');

const text = (parts, names) => parts.map(({ type, value }) => (names[type] ? `{${names[type]}}` : value)).join('');
const valueIn = (parts, type) => parts.find((part) => part.type === type)?.value ?? '';

/** A pattern of dates, and the names of months in it. */
function dates(tag, fields) {
  const format = new Intl.DateTimeFormat(tag, { ...options, ...fields });
  const parts = Array.from({ length: 12 }, (_, month) => format.formatToParts(Date.UTC(2026, month, 5)));
  const day = valueIn(parts[0], 'day').length > 1 ? 'dd' : 'd';
  return { pattern: text(parts[0], { year: 'y', month: 'M', day }), months: parts.map((p) => valueIn(p, 'month')) };
}

/** The time of day: with twelve hours only where the day has just two halves. */
function times(tag) {
  const parts = (hour, more) =>
    new Intl.DateTimeFormat(tag, { ...options, hour: 'numeric', minute: '2-digit', ...more }).formatToParts(Date.UTC(2026, 0, 1, hour, 5));
  const halves = Array.from({ length: 24 }, (_, hour) => valueIn(parts(hour), 'dayPeriod'));
  const twelve = valueIn(parts(13), 'hour').endsWith('1') && new Set(halves).size === 2 && new Set(halves.slice(0, 12)).size === 1;
  const shown = twelve ? parts(9) : parts(9, { hourCycle: 'h23' });
  const two = valueIn(shown, 'hour').length > 1;
  const hour = twelve ? (two ? 'hh' : 'h') : two ? 'HH' : 'H';
  return {
    time: text(shown, { hour, minute: 'mm', dayPeriod: 'a' }).replaceAll('\u202f', '\u00a0'),
    halves: twelve ? [halves[0], halves[12]] : [],
  };
}

/** The marks of numbers: the smallest whole number with groups has as many digits as `from`. */
function numbers(tag, style) {
  const parts = (n) => new Intl.NumberFormat(tag, { numberingSystem: 'latn', ...style }).formatToParts(n);
  const groups = parts(1_234_567_890)
    .filter(({ type }) => type === 'integer')
    .map(({ value }) => value.length);
  return {
    decimal: valueIn(
      new Intl.NumberFormat(tag, { numberingSystem: 'latn', ...style, minimumFractionDigits: 1, maximumFractionDigits: 1 }).formatToParts(
        1.5,
      ),
      'decimal',
    ),
    group: valueIn(parts(1_234_567_890), 'group'),
    sizes: groups.length > 1 ? [groups.at(-1), groups.at(-2)] : [3, 3],
    from: [3, 4, 5, 6, 7].find((digits) => parts(10 ** (digits - 1)).some(({ type }) => type === 'group')) ?? 99,
  };
}

const whole = { style: 'currency', currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0, minimumFractionDigits: 0 };

// A currency whose symbol is a sign in all languages, and which none writes in a way of its own.
const usual = 'ILS';

const price = (tag, currency) => new Intl.NumberFormat(tag, { ...whole, numberingSystem: 'latn', currency }).formatToParts(5);

/** The symbol with the mark of direction that some Arabic ones end with, which Intl takes for a text of its own. */
function symbol(parts) {
  const of = valueIn(parts, 'currency');
  return text(parts, {}).includes(`${of}\u200f`) ? `${of}\u200f` : of;
}

function entry(tag) {
  const long = dates(tag, { year: 'numeric', month: 'long', day: 'numeric' });
  const medium = dates(tag, { year: 'numeric', month: 'short', day: 'numeric' });
  const short = dates(tag, { month: 'short', day: 'numeric' });
  const weekday = new Intl.DateTimeFormat(tag, { ...options, weekday: 'short' });
  const number = numbers(tag, {});
  const { group, sizes, from } = numbers(tag, { ...whole, currency: usual });
  return {
    long: long.pattern,
    months: long.months,
    medium: medium.pattern,
    mediumMonths: medium.months,
    short: short.pattern,
    shortMonths: short.months,
    weekdays: Array.from({ length: 7 }, (_, day) => weekday.format(Date.UTC(2026, 1, 1 + day))),
    ...times(tag),
    number,
    money: { group, sizes, from, pattern: text(price(tag, usual), { integer: 'n', currency: 'c' }) },
    symbols: Object.fromEntries(currencies.map((currency) => [currency, symbol(price(tag, currency))])),
  };
}

const currencies = Intl.supportedValuesOf('currency');

/** What an entry has that the other has not, field by field; symbols currency by currency. */
function different(own, from) {
  const fields = Object.entries(own).flatMap(([field, value]) => {
    const other = from[field];
    if (JSON.stringify(value) === JSON.stringify(other)) return [];
    if (field !== 'symbols' || !other) return [[field, value]];
    return [[field, Object.fromEntries(Object.entries(value).filter(([currency, symbol]) => symbol !== other[currency]))]];
  });
  return Object.fromEntries(fields);
}

const entries = new Map();
const languages = {};

function add(tag) {
  const own = entry(tag);
  let parent = parentOf(tag);
  while (tag !== 'en' && !entries.has(parent)) parent = parentOf(parent);
  const differs = different(own, entries.get(parent) ?? {});
  entries.set(tag, own);
  if (!tag.includes('-') || Object.keys(differs).length > 0) languages[tag] = differs;
}

for (const base of ['en', ...bases.filter((b) => b !== 'en')]) {
  add(base);
  for (const stem of [base, ...scripts.map((script) => `${base}-${script}`).filter(exact)]) {
    if (stem !== base) add(stem);
    for (const tag of regions.map((region) => `${stem}-${region}`).filter(exact)) add(tag);
  }
}
const lines = Object.entries(languages).map(([tag, differs]) => `    ${JSON.stringify(tag)}: ${JSON.stringify(differs)}`);
process.stdout.write(`{\n  "cldr": ${JSON.stringify(process.versions.cldr)},\n  "languages": {\n${lines.join(',\n')}\n  }\n}\n`);
