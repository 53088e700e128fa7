// How well text in a colour can be read in each theme.

export type Theme = 'light' | 'dark';

/** The grounds of text: --surface-page and --surface-raised of styles/tokens.css. */
const grounds: Readonly<Record<Theme, readonly string[]>> = { light: ['#fbfaf8', '#ffffff'], dark: ['#0d1014', '#15181e'] };

/**
 * Returns the lowest contrast of a colour, '#rrggbb', with a theme's grounds: '4.5:1'. It is rounded down, so that none is shown above a limit
 * that it misses.
 */
export function contrastIn(theme: Theme, hex: string): string {
  const lowest = Math.min(...grounds[theme].map((ground) => contrast(hex, ground)));
  return `${(Math.floor(lowest * 10) / 10).toFixed(1)}:1`;
}

/** The contrast of two colours (WCAG 2.2). */
function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(hex: string): number {
  const light = (at: number) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * light(1) + 0.7152 * light(3) + 0.0722 * light(5);
}
