import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accentsOf, accentStyle, contrastIn } from './accent';

/** The grounds of styles/tokens.css in sRGB, as browsers show them. */
const grounds = { light: ['#fbfaf8', '#ffffff', '#f3f2ef'], dark: ['#0d1014', '#15181e', '#1e2228'] };

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => channel(parseInt(hex.slice(at, at + 2), 16) / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Every 15th value of each channel, and the corners of the cube. */
const colours = (() => {
  const steps = Array.from({ length: 18 }, (_, i) => (i * 15).toString(16).padStart(2, '0'));
  return steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)));
})();

/** Hue in degrees, roughly: as HSL has it. */
function hue(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
}

describe('the accent', () => {
  it('can be read on every ground of each theme, whatever the owner has chosen', () => {
    for (const colour of colours) {
      const accents = accentsOf(colour);
      for (const theme of ['light', 'dark'] as const) {
        for (const ground of grounds[theme])
          expect(contrast(accents[theme], ground), `${colour} is ${accents[theme]} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('stays the colour that was chosen where that can be read', () => {
    expect(accentsOf('#1d6b4f').light).toBe('#1d6b4f');
    expect(accentsOf('#9dbcf5').dark).toBe('#9dbcf5');
    expect(accentsOf('#000000').light).toBe('#000000');
    expect(accentsOf('#ffffff').dark).toBe('#ffffff');
  });

  it.each(['#1d6b4f', '#c0392b', '#f1c40f', '#2a4d9e', '#ff00aa'])('%s keeps its hue', (colour) => {
    for (const accent of Object.values(accentsOf(colour))) {
      const turn = Math.abs(hue(accent) - hue(colour));
      expect(Math.min(turn, 360 - turn), accent).toBeLessThan(15);
    }
  });

  it('styles both themes, and prints in the light one; without a colour it styles nothing', () => {
    const { light, dark } = accentsOf('#c0392b');
    expect(accentStyle('#c0392b')).toMatch(
      new RegExp(`^:root:root\\{--accent:${light};.*\\}@media screen\\{:root\\.dark\\{--accent:${dark};.*\\}\\}$`),
    );
    expect(accentStyle('')).toBe('');
    expect(accentStyle('red;}</style>')).toBe('');
  });

  it('knows the grounds of the stylesheet', () => {
    const tokens = readFileSync('src/styles/tokens.css', 'utf8');
    for (const [name, value] of [
      ['paper-0', '1 0 0'],
      ['paper-50', '0.985 0.003 95'],
      ['paper-100', '0.962 0.004 95'],
      ['night-950', '0.17 0.01 260'],
      ['night-900', '0.21 0.012 260'],
      ['night-800', '0.25 0.012 260'],
    ])
      expect(tokens).toContain(`--${name}: oklch(${value})`);
  });
});

it.each([
  ['light', '#000000', '18.8:1'],
  ['light', '#767676', '4.0:1'],
  ['dark', '#ffffff', '15.9:1'],
] as const)('in the %s theme, %s has a contrast of %s', (theme, hex, ratio) => expect(contrastIn(theme, hex)).toBe(ratio));
