// The rules of fields, as the server has them (commands/input_rules.go), and the API's value of a field's text.
import { bareLines } from './bullets';
import { characters } from '@/lib/characters';
import { numberOf } from '@/lib/numbers';
import { isSlug } from '@/lib/slug-of';
import { momentOf } from './local-time';

/** The limits of fields, in characters; listItems in number, price in the site's currency. */
export const most = {
  name: 200,
  title: 300,
  shortText: 2_000,
  slug: 100,
  verdict: 20_000,
  scoreReason: 300,
  content: 200_000,
  listItem: 500,
  listItems: 100,
  address: 2_048,
  price: 1e9,
} as const;

/** Returns what is wrong with a field's text; undefined if nothing is. */
export type Rule = (text: string) => string | undefined;

/** A text of at most so many characters. Whether it may be empty is the field's own rule. */
export const text =
  (label: string, length: number): Rule =>
  (typed) =>
    characters(typed.trim()) <= length ? undefined : `${label} must be at most ${length} characters`;

const mustBeAddress = 'must be a URL that starts with http://, https:// or /';

/** A web address that may become a link, or nothing. */
export const address =
  (label: string): Rule =>
  (typed) =>
    typed.trim() === '' || isAddress(typed.trim()) ? undefined : `${label} ${mustBeAddress}`;

/** Returns what is wrong with one of several addresses; undefined for a good one. */
export const addressError = (text: string): string | undefined => (isAddress(text) ? undefined : `This ${mustBeAddress}`);

/** Addresses of pictures, separated by commas or line ends. */
export const pictures =
  (label: string): Rule =>
  (typed) => {
    const addresses = addressesOf(typed);
    if (!addresses.every(isAddress)) return `${label} ${mustBeAddress}`;
    return addresses.length <= most.listItems ? undefined : `${label} can have at most ${most.listItems} items`;
  };

/** A list of short items. */
const list =
  (label: string, itemsOf: (text: string) => string[]): Rule =>
  (typed) => {
    const items = itemsOf(typed);
    if (!items.every((item) => characters(item) <= most.listItem)) return `${label} can have items of at most ${most.listItem} characters`;
    return items.length <= most.listItems ? undefined : `${label} can have at most ${most.listItems} items`;
  };

/** One item a line. */
export const lines = (label: string): Rule => list(label, bareLines);

/** Words separated by commas or line ends. */
export const tags = (label: string): Rule => list(label, (typed) => tagsOf(typed));

/** The last part of an address, or nothing. */
export const slug =
  (label: string): Rule =>
  (typed) =>
    text(label, most.slug)(typed) ??
    (typed.trim() === '' || isSlug(typed.trim())
      ? undefined
      : `${label} must consist of lower-case letters, digits and single hyphens between them`);

/** The id of an option. */
export const choice =
  (label: string): Rule =>
  (id) =>
    id === '' || /^[1-9]\d*$/.test(id) ? undefined : `${label} is required`;

/** A number above zero, such as a weight. */
export const positive =
  (label: string): Rule =>
  (typed) =>
    (numberOf(typed) ?? 0) > 0 ? undefined : `${label} must be a number above 0`;

/** A number in a range; an empty text is zero. */
const number =
  (label: string, { min, max, tooLow }: { min: number; max: number; tooLow: string }): Rule =>
  (typed) => {
    const n = numberOf(typed);
    if (n === undefined) return `${label} must be a number`;
    if (n < min) return `${label} ${tooLow}`;
    return n > max ? `${label} must be at most ${max}` : undefined;
  };

/** An amount in the site's currency; empty and zero are none. */
export const price = (label: string): Rule => number(label, { min: 0, max: most.price, tooLow: 'must not be negative' });

/** Stars. */
export const rating: Rule = number('Rating', { min: 1, max: 5, tooLow: 'must be at least 1' });

/** A date and time in the site's zone, or nothing. */
export const moment =
  (label: string): Rule =>
  (typed) =>
    typed.trim() === '' || momentOf(typed) !== null ? undefined : `${label} must be a date and time`;

/** The note of a correction, and its limit in characters. */
export const noteMost = 1_000;

/** The API's values of the fields' texts. */
export const meaning = {
  text: (text: string): string => text.trim().replace(/\r\n?/g, '\n'),
  optional: (text: string): string | null => meaning.text(text) || null,
  lines: (text: string): string[] => bareLines(text),
  addresses: (text: string): string[] => addressesOf(text),
  tags: (text: string): string[] => tagsOf(text),
  /** Rounded to cents; null for none, and where the text can't be read. */
  price: (text: string): number | null => Math.round((numberOf(text) ?? 0) * 100) / 100 || null,
  /** Rounded to one decimal; 0 where the text can't be read. */
  rating: (text: string): number => Math.round((numberOf(text) ?? 0) * 10) / 10,
  number: (text: string): number => Number(text),
  moment: momentOf,
};

/**
 * Returns the addresses in a text, whose lines may begin with bullets. A comma separates only before another address, because addresses
 * contain commas, too.
 */
export function addressesOf(text: string): string[] {
  return bareLines(text)
    .flatMap((line) => line.split(/,(?=[,\s]*(?:https?:\/\/|\/(?!\/)))/i))
    .map((a) => a.replace(/^[,\s]+|[,\s]+$/g, ''))
    .filter((a) => a !== '');
}

/** Returns the text of addresses that addressesOf reads: separated by commas, or by line ends where one isn't an address. */
export function addressText(addresses: readonly string[]): string {
  return addresses.join(addresses.every(isAddress) ? ', ' : '\n');
}

const tagsOf = (text: string) =>
  text
    .split(/[,\r\n]+/)
    .map((tag) => tag.trim())
    .filter(Boolean);

function isAddress(text: string): boolean {
  // Browsers read backslashes as slashes: '/\host' leads to another site.
  if (text.length > most.address || /[\s\\]/.test(text)) return false;
  if (text.startsWith('/')) return !text.startsWith('//');
  try {
    return /^https?:$/.test(new URL(text).protocol) && /^https?:\/\//i.test(text);
  } catch {
    return false;
  }
}
