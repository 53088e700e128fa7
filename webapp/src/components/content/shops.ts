// Shops as a form holds them: as JSON, in one field. The shops of the two links are among them for their prices alone.
import { addressError, meaning, price as priceRule } from './rules';
import { characters } from '@/lib/characters';

/** A shop as it is typed. */
export interface TypedShop {
  name: string;
  url: string;
  /** In the site's currency; '' for none. */
  price: string;
  /** The day of the price, '2026-11-21'; '' for today. */
  date: string;
}

interface StoredShop {
  name: string;
  url: string;
  price?: number;
  date?: string;
}

/** The shops of fields of their own. */
export const linkedShops = ['AliExpress', 'Shopee'] as const;

export const isLinked = ({ name }: Pick<TypedShop, 'name'>): boolean =>
  linkedShops.some((linked) => linked.toLowerCase() === name.trim().toLowerCase());

/** How many there are at most, and how long a name is, in characters. */
export const mostShops = 20;
const longestName = 100;

/** Returns the form's value for the API's. */
export const shopsToForm = (stored: unknown): string =>
  JSON.stringify(
    Array.isArray(stored)
      ? (stored as StoredShop[]).map(({ name, url, price, date = '' }): TypedShop => ({
          name,
          url,
          price: price === undefined ? '' : String(price),
          date,
        }))
      : [],
  );

/** Returns the shops in a form's value; none in one that isn't its. */
export function shopsIn(value: string): TypedShop[] {
  try {
    return JSON.parse(value) as TypedShop[];
  } catch {
    return [];
  }
}

/** Returns the API's value for the form's: without rows in which nothing is typed. */
export const shopsToServer = (value: string): StoredShop[] =>
  shopsIn(value)
    .filter(({ name, url }) => name.trim() !== '' || url.trim() !== '')
    .map(({ name, url, price, date }) => {
      const amount = meaning.price(price);
      return {
        name: name.trim(),
        url: url.trim(),
        ...(amount !== null && amount > 0 ? { price: amount, ...(date === '' ? {} : { date }) } : {}),
      };
    });

/** Returns what is wrong with the fields of a shop. */
export function shopErrors({ name, url, price, date }: TypedShop, others: readonly TypedShop[]): Partial<Record<keyof TypedShop, string>> {
  const same = (other: TypedShop) => other.name.trim().toLowerCase() === name.trim().toLowerCase();
  const wrongName =
    name.trim() === ''
      ? 'Name is required'
      : characters(name.trim()) > longestName
        ? `Name must be at most ${longestName} characters`
        : others.some(same)
          ? 'This shop is there twice'
          : undefined;
  const wrongUrl =
    url.trim() === ''
      ? 'URL is required'
      : addressError(url.trim()) || url.trim().startsWith('/')
        ? 'URL must start with http:// or https://'
        : undefined;
  return { ...(wrongName ? { name: wrongName } : {}), ...(wrongUrl ? { url: wrongUrl } : {}), ...priceErrors({ price, date }) };
}

/** Returns what is wrong with a price and its day, which the shops of the two links have, too. */
export function priceErrors({ price, date }: Pick<TypedShop, 'price' | 'date'>): Partial<Record<'price' | 'date', string>> {
  const wrongPrice = priceRule('Price')(price);
  const wrongDate = date === '' || /^\d{4}-\d\d-\d\d$/.test(date) ? undefined : 'Date must be a day such as 2026-11-21';
  return { ...(wrongPrice ? { price: wrongPrice } : {}), ...(wrongDate ? { date: wrongDate } : {}) };
}

/** Returns what is wrong with the shops; undefined if nothing is. */
export function shopsRule(value: string): string | undefined {
  const shops = shopsIn(value).filter((shop) => shop.name.trim() !== '' || shop.url.trim() !== '');
  const own = shops.filter((shop) => !isLinked(shop));
  for (const shop of shops) {
    const [wrong] = Object.values(
      isLinked(shop)
        ? priceErrors(shop)
        : shopErrors(
            shop,
            own.filter((other) => other !== shop),
          ),
    );
    if (wrong) return `${shop.name.trim() || 'A shop'}: ${wrong}`;
  }
  return undefined;
}
