// The rules of fields, as the server has them (commands/input_rules.go), and the API's value of a field's text.
import { z } from 'zod';
import { bareLines } from './bullets';
import { momentOf } from './local-time';

/** The limits of fields, in characters; listItems in number, price in dollars. */
export const most = { name: 200, title: 300, shortText: 2_000, slug: 100, verdict: 20_000, content: 200_000, listItem: 500, listItems: 100, address: 2_048, price: 1e9 } as const;

/** A text of at most so many characters. Whether it may be empty is the field's own rule. */
export const text = (label: string, length: number) =>
  z.string().refine((text) => characters(text.trim()) <= length, `${label} must be at most ${length} characters`);

const mustBeAddress = 'must be a URL that starts with http://, https:// or /';

/** A web address that may become a link, or nothing. */
export const address = (label: string) => z.string().refine((text) => text.trim() === '' || isAddress(text.trim()), `${label} ${mustBeAddress}`);

/** Returns what is wrong with one of several addresses; undefined for a good one. */
export const addressError = (text: string): string | undefined => (isAddress(text) ? undefined : `This ${mustBeAddress}`);

/** Addresses of pictures, separated by commas or line ends. */
export const pictures = (label: string) =>
  z
    .string()
    .refine((text) => addressesOf(text).every(isAddress), `${label} ${mustBeAddress}`)
    .refine((text) => addressesOf(text).length <= most.listItems, `${label} can have at most ${most.listItems} items`);

/** One item a line. */
export const lines = (label: string) =>
  z
    .string()
    .refine((text) => bareLines(text).every((line) => characters(line) <= most.listItem), `${label} can have items of at most ${most.listItem} characters`)
    .refine((text) => bareLines(text).length <= most.listItems, `${label} can have at most ${most.listItems} items`);

/** Words separated by commas or line ends. */
export const tags = (label: string) =>
  z
    .string()
    .refine((text) => tagsOf(text).every((tag) => characters(tag) <= most.listItem), `${label} can have items of at most ${most.listItem} characters`)
    .refine((text) => tagsOf(text).length <= most.listItems, `${label} can have at most ${most.listItems} items`);

/** The last part of an address, or nothing. */
export const slug = (label: string) =>
  text(label, most.slug).refine((typed) => /^([a-z0-9]+(-[a-z0-9]+)*)?$/.test(typed.trim()), `${label} must consist of lower-case letters, digits and single hyphens between them`);

/** The id of an option. */
export const choice = (label: string) => z.string().refine((id) => id === '' || /^[1-9]\d*$/.test(id), `${label} is required`);

export const flag = z.boolean();

/** US dollars; empty and zero are none. */
export const price = (label: string) =>
  z
    .string()
    .refine((text) => !Number.isNaN(Number(text)), `${label} must be a number`)
    .refine((text) => !(Number(text) < 0), `${label} must not be negative`)
    .refine((text) => !(Number(text) > most.price), `${label} must be at most ${most.price}`);

/** Stars. */
export const rating = z
  .string()
  .refine((text) => !Number.isNaN(Number(text)), 'Rating must be a number')
  .refine((text) => !(Number(text) < 1), 'Rating must be at least 1')
  .refine((text) => !(Number(text) > 5), 'Rating must be at most 5');

/** A date and time in the zone of this device, or nothing. */
export const moment = (label: string) => z.string().refine((text) => text.trim() === '' || momentOf(text) !== null, `${label} must be a date and time`);

/** The note of a correction, and its limit in characters. */
export const noteMost = 1_000;

/** The API's values of the fields' texts. */
export const meaning = {
  text: (text: string): string => text.trim().replace(/\r\n?/g, '\n'),
  optional: (text: string): string | null => meaning.text(text) || null,
  lines: (text: string): string[] => bareLines(text),
  addresses: (text: string): string[] => addressesOf(text),
  tags: (text: string): string[] => tagsOf(text),
  /** Rounded to cents. */
  price: (text: string): number | null => Math.round(Number(text) * 100) / 100 || null,
  /** Rounded to one decimal. */
  rating: (text: string): number => Math.round(Number(text) * 10) / 10,
  number: (text: string): number => Number(text),
  moment: momentOf,
};

/** Returns the addresses in a text, whose lines may begin with bullets. A comma separates only before another address, because addresses contain commas, too. */
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

const tagsOf = (text: string) => text.split(/[,\r\n]+/).map((tag) => tag.trim()).filter(Boolean);

const characters = (text: string) => Array.from(text).length;

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
