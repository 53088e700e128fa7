// The reader's theme: 'system' follows the device until light or dark is chosen. The choice is kept in the browser
// and shows as a class on the page's root; the inline script of index.html sets it before the first paint.
import { create } from 'zustand';
import { readStored, writeStored } from '@/lib/storage';

export type Theme = 'system' | 'light' | 'dark';

/** The storage key, which index.html reads too. */
export const themeKey = 'candor-theme';

const darkQuery = '(prefers-color-scheme: dark)';

function storedTheme(): Theme {
  const stored = readStored(themeKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function systemIsDark(): boolean {
  return typeof matchMedia === 'function' && matchMedia(darkQuery).matches;
}

interface ThemeState {
  theme: Theme;
  /** The theme that is shown now. */
  resolved: 'light' | 'dark';
}

function stateOf(theme: Theme): ThemeState {
  return { theme, resolved: theme === 'system' ? (systemIsDark() ? 'dark' : 'light') : theme };
}

// The server knows no device: hydration starts from its light page, and followTheme puts right what the toggle says.
export const useTheme = create<ThemeState>()(() => ({ theme: 'system', resolved: 'light' }));

function apply(state: ThemeState): void {
  useTheme.setState(state);
  const { classList } = document.documentElement;
  classList.toggle('dark', state.resolved === 'dark');
  classList.toggle('light', state.resolved === 'light');
}

export function setTheme(theme: Theme): void {
  writeStored(themeKey, theme);
  apply(stateOf(theme));
}

/** Flips between light and dark, starting from what the page wears. */
export function toggleTheme(): void {
  setTheme(useTheme.getState().resolved === 'dark' ? 'light' : 'dark');
}

/** Follows the device's preference and other tabs' choices. Returns how to stop. */
export function followTheme(): () => void {
  const media = matchMedia(darkQuery);
  const refresh = () => apply(stateOf(storedTheme()));
  const onStorage = (e: StorageEvent) => {
    if (e.key === themeKey) refresh();
  };
  refresh();
  media.addEventListener('change', refresh);
  window.addEventListener('storage', onStorage);
  return () => {
    media.removeEventListener('change', refresh);
    window.removeEventListener('storage', onStorage);
  };
}
