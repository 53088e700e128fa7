import { expect, it } from 'vitest';
import { contrastIn } from './contrast';

it.each([
  ['light', '#000000', '20.1:1'],
  ['light', '#767676', '4.3:1'],
  ['dark', '#ffffff', '17.7:1'],
] as const)('in the %s theme, %s has a contrast of %s', (theme, hex, ratio) => expect(contrastIn(theme, hex)).toBe(ratio));
