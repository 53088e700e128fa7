// The site's accent in each theme: the hue and chroma of the owner's colour, as light or dark as text needs it (OKLCH).

export type Theme = 'light' | 'dark';

/** The least contrast of text with its ground (WCAG 2.2 AA). */
const least = 4.5;

type Rgb = readonly [number, number, number]; // linear, each from 0 to 1
interface Lch {
  l: number;
  c: number;
  h: number; // in radians
}

/** The grounds of text in styles/tokens.css: --surface-page and --surface-raised. */
const grounds: Readonly<Record<Theme, readonly Lch[]>> = {
  light: [lch(0.985, 0.003, 95), lch(1, 0, 0)],
  dark: [lch(0.17, 0.01, 260), lch(0.21, 0.012, 260)],
};

/** Returns the accent of each theme for a colour such as '#1d6b4f', as such colours. The colour itself is one of them where text can be read in it. */
export function accentsOf(hex: string): Record<Theme, string> {
  const given = lchOf(rgbOf(hex));
  return { light: readable(given, 'light'), dark: readable(given, 'dark') };
}

/** Returns the lower one of a colour's contrasts with a theme's grounds: 4.5 for '4.5:1'. */
export const contrastIn = (theme: Theme, hex: string): number => Math.min(...grounds[theme].map((ground) => contrast(rgbOf(hex), inGamut(ground))));

function readable(given: Lch, theme: Theme): string {
  const hexAt = (l: number) => hexOf(inGamut({ ...given, l }));
  const fits = (l: number) => contrastIn(theme, hexAt(l)) >= least;
  if (fits(given.l)) return hexAt(given.l);
  // From what can surely be read, black or white, towards the given colour.
  let [good, bad] = [theme === 'light' ? 0 : 1, given.l];
  for (let i = 0; i < 20; i++) {
    const middle = (good + bad) / 2;
    if (fits(middle)) good = middle;
    else bad = middle;
  }
  return hexAt(good);
}

function lch(l: number, c: number, degrees: number): Lch {
  return { l, c, h: (degrees * Math.PI) / 180 };
}

/** Returns the colour with as much of its chroma as a screen can show. */
function inGamut(of: Lch): Rgb {
  const shown = (c: number) => rgbFrom({ ...of, c });
  const fits = (rgb: Rgb) => rgb.every((part) => part >= -1e-4 && part <= 1 + 1e-4);
  let [low, high] = [0, of.c];
  if (fits(shown(high))) low = high;
  for (let i = 0; i < 20 && low < high; i++) {
    const middle = (low + high) / 2;
    if (fits(shown(middle))) low = middle;
    else high = middle;
  }
  const [r, g, b] = shown(low).map((part) => Math.min(1, Math.max(0, part))) as [number, number, number];
  return [r, g, b];
}

/** WCAG’s relative luminance. */
const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function rgbOf(hex: string): Rgb {
  const part = (at: number) => {
    const s = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function hexOf(rgb: Rgb): string {
  const part = (linear: number) => {
    const s = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
    return Math.round(s * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${rgb.map(part).join('')}`;
}

// Björn Ottosson's OKLab.
function lchOf([r, g, b]: Rgb): Lch {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const along = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const across = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(along, across), h: Math.atan2(across, along) };
}

function rgbFrom({ l: lightness, c, h }: Lch): Rgb {
  const [along, across] = [c * Math.cos(h), c * Math.sin(h)];
  const l = (lightness + 0.3963377774 * along + 0.2158037573 * across) ** 3;
  const m = (lightness - 0.1055613458 * along - 0.0638541728 * across) ** 3;
  const s = (lightness - 0.0894841775 * along - 1.291485548 * across) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}
