import { describe, expect, it } from 'vitest';
import { accentsOf, contrastIn } from './accent';

describe('an accent', () => {
  it.each(['#1d6b4f', '#ffeb3b', '#000000', '#ffffff', '#0000ff', '#00ff00', '#7f7f7f', '#c2185b'])('of %s can be read in both themes', (hex) => {
    const { light, dark } = accentsOf(hex);
    expect(contrastIn('light', light)).toBeGreaterThanOrEqual(4.5);
    expect(contrastIn('dark', dark)).toBeGreaterThanOrEqual(4.5);
  });

  it('stays as it is where it can be read, and is changed no more than needed elsewhere', () => {
    expect(accentsOf('#1d6b4f').light).toBe('#1d6b4f');
    expect(accentsOf('#ffeb3b').dark).toBe('#ffeb3b');
    expect(contrastIn('light', accentsOf('#ffeb3b').light)).toBeLessThan(4.7);
    expect(contrastIn('dark', accentsOf('#1d6b4f').dark)).toBeLessThan(4.7);
  });
});

it('contrast is WCAG’s', () => {
  expect(contrastIn('light', '#767676')).toBeCloseTo(4.35, 1); // 4.54 on white, less on paper
});
