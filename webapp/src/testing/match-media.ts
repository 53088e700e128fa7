// Media queries, which jsdom doesn't know.
import { vi } from 'vitest';

/** Makes a matchMedia that only the given queries match. */
export function matching(...queries: string[]) {
  return (media: string) => ({
    matches: queries.includes(media),
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
}

/** Makes the screen too narrow for rows with a line of icons, until the test ends. */
export function onNarrowScreen(): void {
  vi.stubGlobal('matchMedia', matching());
}
