import { expect, it } from 'vitest';
import { shopsOf } from './shops';

it('lists the cheapest shop first, and those without a price last, as they were entered', () => {
  const shop = (name: string, price?: number) => ({ name, url: `https://example.com/${name}`, ...(price === undefined ? {} : { price }) });
  const shops = [shop('Zed'), shop('Dear', 120.5), shop('Cheap', 99), shop('AliExpress', 110), shop('Abe'), shop('Same', 99)];
  const links = { aliexpressLink: 'https://example.com/a', shopeeLink: 'https://example.com/s' };
  expect(shopsOf({ ...links, shops }).map(({ name }) => name)).toEqual(['Cheap', 'Same', 'AliExpress', 'Dear', 'Shopee', 'Zed', 'Abe']);
});
