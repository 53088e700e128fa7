// Where a reviewed product can be bought.
import type { Review, Shop } from '@/lib/api-types';
import { httpUrl } from '@/lib/links';

const orderOf = ({ price }: Shop): number => price || Number.MAX_VALUE;

/**
 * Returns the shops with an address that may become a link, the cheapest first; those without a price last, in the order in which they were
 * entered. The two links come from their fields, as a form's preview may have others than its shops.
 */
export function shopsOf({ shops = [], aliexpressLink, shopeeLink }: Pick<Review, 'shops' | 'aliexpressLink' | 'shopeeLink'>): Shop[] {
  const linked = [
    { name: 'AliExpress', url: aliexpressLink },
    { name: 'Shopee', url: shopeeLink },
  ];
  const all = [
    ...linked.map(({ name, url }) => ({ ...shops.find((shop) => shop.name === name), name, url })),
    ...shops.filter(({ name }) => !linked.some((shop) => shop.name === name)),
  ];
  return all
    .flatMap((shop) => {
      const url = httpUrl(shop.url);
      return url === null ? [] : [{ ...shop, url }];
    })
    .sort((a, b) => orderOf(a) - orderOf(b));
}
