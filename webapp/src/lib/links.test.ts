import { expect, it } from 'vitest';
import { httpUrl } from './links';

it.each([
  ['https://example.com/a', 'https://example.com/a'],
  ['http://example.com', 'http://example.com'],
  ['javascript:alert(1)', null],
  [' JavaScript:alert(1)', null],
  ['data:text/html,x', null],
  ['/relative', null],
  ['', null],
  [null, null],
])('%s becomes %s', (address, link) => expect(httpUrl(address)).toBe(link));
