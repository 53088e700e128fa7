// The site's accent in each theme. The owner chooses a colour: its hue and its chroma stay as far as the screen can show them, and its
// lightness, in OKLCH (https://bottosson.github.io/posts/oklab/), changes no further than text in it needs for 4.5:1 on every ground.

/** A colour in OKLab: lightness from 0 to 1, green to red, blue to yellow. */
type Lab = readonly [l: number, a: number, b: number];
/** The linear light of a colour's red, green and blue, from 0 to 1. */
type Light = readonly [r: number, g: number, b: number];

/** The contrast of text (WCAG 2.2, 1.4.3), and a little more: screens round the grounds, too. */
const enough = 4.5 * 1.01;

/** The grounds of each theme, as OKLCH: --surface-page, --surface-raised and --surface-sunken of styles/tokens.css. */
const grounds = {
  light: [oklch(0.985, 0.003, 95), oklch(1, 0, 0), oklch(0.962, 0.004, 95)],
  dark: [oklch(0.17, 0.01, 260), oklch(0.21, 0.012, 260), oklch(0.25, 0.012, 260)],
} as const;

export type Theme = keyof typeof grounds;

/** The step in lightness to the accent under the pointer: away from the ground. */
const hoverStep = { light: -0.06, dark: 0.08 } as const;

/** Returns a colour, '#rrggbb', as it is shown in each theme. */
export function accentsOf(hex: string): { light: string; dark: string } {
  const chosen = labOf(lightOf(hex));
  return { light: text(shown(readable(chosen, 'light'))), dark: text(shown(readable(chosen, 'dark'))) };
}

/**
 * Returns the lowest contrast of a colour, '#rrggbb', with a theme's grounds: '4.5:1'. It is rounded down, so that none is shown above a
 * limit that it misses.
 */
export function contrastIn(theme: Theme, hex: string): string {
  const luminance = luminanceOf(lightOf(hex));
  const lowest = Math.min(...grounds[theme].map((ground) => contrast(luminance, luminanceOf(ground))));
  return `${(Math.floor(lowest * 10) / 10).toFixed(1)}:1`;
}

/** The id of the style element with the accent. */
export const accentId = 'accent';

/**
 * Returns the styles that make an accent the site's; '' for the theme's own. They outweigh those of styles/tokens.css, wherever they stand.
 */
export function accentStyle(hex: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return '';
  const chosen = labOf(lightOf(hex));
  const rule = (selector: string, theme: Theme) => {
    const lab = readable(chosen, theme);
    const [l, a, b] = lab;
    const accent = text(shown(lab));
    const hover = text(shown([Math.min(1, Math.max(0, l + hoverStep[theme])), a, b]));
    return `${selector}{--accent:${accent};--accent-hover:${hover};--focus-ring:${accent};--score-fill:${accent}}`;
  };
  return `${rule(':root:root', 'light')}@media screen{${rule(':root.dark', 'dark')}}`;
}

/** Returns the colour with the lightness nearest its own at which it can be read in a theme. */
function readable(chosen: Lab, theme: Theme): Lab {
  const [own, a, b] = chosen;
  const at = (l: number): Lab => [l, a, b];
  if (isReadable(at(own), theme)) return chosen;
  // Black and white can be read. Contrast grows towards them.
  let [good, bad] = [theme === 'light' ? 0 : 1, own];
  for (let i = 0; i < 20; i++) {
    const middle = (good + bad) / 2;
    if (isReadable(at(middle), theme)) good = middle;
    else bad = middle;
  }
  return at(good);
}

/** Reports whether text in the colour, as a screen shows it, has the contrast on every ground of a theme. */
function isReadable(lab: Lab, theme: Theme): boolean {
  const luminance = luminanceOf(lightOf(text(shown(lab))));
  return grounds[theme].every((ground) => contrast(luminance, luminanceOf(ground)) >= enough);
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

const luminanceOf = ([r, g, b]: Light): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** Returns the light of a colour, with as much of its chroma as sRGB has at its lightness. */
function shown([l, a, b]: Lab): Light {
  const scaled = (chroma: number) => lightOfLab([l, a * chroma, b * chroma]);
  const fits = (light: Light) => light.every((part) => part >= -1e-4 && part <= 1 + 1e-4);
  if (fits(scaled(1))) return scaled(1);
  let [good, bad] = [0, 1];
  for (let i = 0; i < 20; i++) {
    const middle = (good + bad) / 2;
    if (fits(scaled(middle))) good = middle;
    else bad = middle;
  }
  return scaled(good);
}

function oklch(l: number, chroma: number, hue: number): Light {
  const angle = (hue * Math.PI) / 180;
  return lightOfLab([l, chroma * Math.cos(angle), chroma * Math.sin(angle)]);
}

function lightOfLab([lightness, a, b]: Lab): Light {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function labOf([r, g, b]: Light): Lab {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Reads '#rrggbb'. */
function lightOf(hex: string): Light {
  const part = (at: number) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

/** Writes '#rrggbb'. */
function text(light: Light): string {
  const part = (value: number) => {
    const clipped = Math.min(1, Math.max(0, value));
    const coded = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055;
    return Math.round(coded * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${light.map(part).join('')}`;
}
