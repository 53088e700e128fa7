// The choice of the theme, in the settings.
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { beginSession } from '@/stores/session';
import { setTheme, themeKey } from '@/stores/theme';
import { matching } from '@/testing/match-media';
import { emptySite, renderApp } from '@/testing/render';
import { on } from '@/testing/server';

beforeEach(() => {
  beginSession();
  emptySite();
  on('GET /api/admin/session', { authenticated: true, username: 'admin' });
  on('GET /api/admin/overview', { messages: { unread: 0, read: 0 } });
});

it('the theme follows the device, until light or dark is chosen', async () => {
  vi.stubGlobal('matchMedia', matching('(min-width: 64rem)', '(prefers-color-scheme: dark)'));
  setTheme('system');
  const user = renderApp('/admin/settings/appearance');
  const choice = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });
  const worn = () => ['light', 'dark'].filter((name) => document.documentElement.classList.contains(name));
  expect((await choice(/^System/)).checked).toBe(true);
  expect(worn()).toEqual(['dark']);
  await user.click(await choice(/^Light/));
  expect((await choice(/^Light/)).checked).toBe(true);
  expect(worn()).toEqual(['light']);
  expect(localStorage.getItem(themeKey)).toBe('light');
  await user.click(await choice(/^System/));
  expect(worn()).toEqual(['dark']);
});
