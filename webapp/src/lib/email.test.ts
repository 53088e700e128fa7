import { expect, it } from 'vitest';
import { isEmail } from './email';
import cases from './email.cases.json';

it.each(cases)('$address is accepted: $valid', ({ address, valid }) => expect(isEmail(address)).toBe(valid));

it('accepts 254 bytes', () => {
  const host = `@${'ü'.repeat(20)}.example`;
  expect([isEmail('a'.repeat(254 - 49) + host), isEmail('a'.repeat(255 - 49) + host)]).toEqual([true, false]);
});
