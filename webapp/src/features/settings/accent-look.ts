// How an accent looks in a preview.
import type { CSSProperties } from 'react';
import { accentsOf, type Theme } from '@/lib/accent';

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** Returns the tokens of a theme with an accent; none for what is no colour, so that the theme's own are used. */
export function accentStyle(accent: string, theme: Theme): CSSProperties {
  if (!isColour(accent)) return {};
  const colour = accentsOf(accent)[theme];
  return { '--accent': colour, '--accent-hover': colour, '--focus-ring': colour, '--score-fill': colour } as CSSProperties;
}
