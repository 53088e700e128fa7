import { expect, it } from 'vitest';
import { shopsRule, shopsToForm, shopsToServer, type TypedShop } from './shops';

const typed = (...shops: Partial<TypedShop>[]) =>
  JSON.stringify(shops.map((shop) => ({ name: '', url: '', price: '', date: '', ...shop })));

const good = { name: 'A', url: 'https://a.example/' };

it('sends what it was given', () => {
  const stored = [
    { name: 'AliExpress', url: 'https://example.com/a', price: 1299.5, date: '2026-11-21' },
    { name: 'Corner shop', url: 'https://example.com/c' },
  ];
  expect(shopsToServer(shopsToForm(stored))).toEqual(stored);
  expect(shopsToServer(shopsToForm(null))).toEqual([]);
});

it('reads a comma before decimals', () => expect(shopsToServer(typed({ ...good, price: '12,5' }))).toEqual([{ ...good, price: 12.5 }]));

it('leaves out empty rows, and the day of no price', () =>
  expect(
    shopsToServer(
      typed(
        {},
        { name: ' A ', url: ' https://a.example/ ', date: '2026-11-21' },
        { name: 'B', url: 'https://b.example/', price: '12.345' },
      ),
    ),
  ).toEqual([
    { name: 'A', url: 'https://a.example/' },
    { name: 'B', url: 'https://b.example/', price: 12.35 },
  ]));

it.each([
  [[good, {}], undefined],
  [[{ name: 'AliExpress' }], undefined],
  [[{ url: 'https://a.example/' }], 'A shop: Name is required'],
  [[{ name: 'A' }], 'A: URL is required'],
  [[{ name: 'A', url: 'ftp://a.example/' }], 'A: URL must start with http:// or https://'],
  [[{ name: 'A', url: '/a' }], 'A: URL must start with http:// or https://'],
  [[{ ...good, price: '-1' }], 'A: Price must not be negative'],
  [[{ ...good, price: '12x' }], 'A: Price must be a number'],
  [[{ ...good, name: 'AliExpress', price: '12x' }], 'AliExpress: Price must be a number'],
  [[{ ...good, price: '12', date: 'half-typed' }], 'A: Date must be a day such as 2026-11-21'],
  [[good, { ...good, name: ' a' }], 'A: This shop is there twice'],
])('%j is refused with %j', (shops, message) => expect(shopsRule(typed(...shops))).toBe(message));
