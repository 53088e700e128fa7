import { expect, it } from 'vitest';
import { tint } from './tint';

it.each([
  ['computers', 'tint-computers'],
  ['AI', 'tint-ai'],
  ['Security', 'tint-security'],
  ['Mobile Technology', 'tint-other'],
  ['toString', 'tint-other'],
  [undefined, 'tint-other'],
])('the category %s wears %s', (category, name) => expect(tint(category)).toBe(name));
