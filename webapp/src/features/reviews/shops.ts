// Where a reviewed product can be bought.
import type { Review, Shop } from '@/lib/api-types';
import { httpUrl } from '@/lib/links';

/** Returns the shops with an address that may become a link: those of the two links first, as a form's preview may have others than its shops. */
export function shopsOf({ shops = [], aliexpressLink, shopeeLink }: Pick<Review, 'shops' | 'aliexpressLink' | 'shopeeLink'>): Shop[] {
  const linked = [
    { name: 'AliExpress', url: aliexpressLink },
    { name: 'Shopee', url: shopeeLink },
  ];
  const all = [
    ...linked.map(({ name, url }) => ({ ...shops.find((shop) => shop.name === name), name, url })),
    ...shops.filter(({ name }) => !linked.some((shop) => shop.name === name)),
  ];
  return all.flatMap((shop) => {
    const url = httpUrl(shop.url);
    return url === null ? [] : [{ ...shop, url }];
  });
}
