import { beforeEach, describe, expect, it, vi } from 'vitest';
import { followTheme, setTheme, themeKey, toggleTheme, useTheme } from './theme';

let systemDark = false;
let onSystem: () => void = () => undefined;

beforeEach(() => {
  systemDark = false;
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return systemDark;
    },
    addEventListener: (_: string, listener: () => void) => (onSystem = listener),
    removeEventListener: () => undefined,
  }));
});

const worn = () => document.documentElement.className.split(' ').filter((c) => c === 'dark' || c === 'light');

describe('the theme', () => {
  it('follows the system until one is chosen', () => {
    const stop = followTheme();
    expect(worn()).toEqual(['light']);
    systemDark = true;
    onSystem();
    expect(worn()).toEqual(['dark']);
    setTheme('light');
    onSystem();
    expect(worn()).toEqual(['light']);
    stop();
  });

  it('is kept in the browser', () => {
    setTheme('dark');
    expect(localStorage.getItem(themeKey)).toBe('dark');
    useTheme.setState({ theme: 'system', resolved: 'light' });
    followTheme()();
    expect(worn()).toEqual(['dark']);
  });

  it('flips between light and dark only', () => {
    systemDark = true;
    followTheme()();
    toggleTheme();
    expect(useTheme.getState().theme).toBe('light');
    toggleTheme();
    expect(useTheme.getState().theme).toBe('dark');
  });
});
