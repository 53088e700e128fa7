// The fixtures of every end-to-end test: the server's address, and a page that must not complain or ask other hosts.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, expect, type ConsoleMessage, type Locator, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { siteOf } from './start-server';

export { expect };

interface Fixtures {
  /** Complaints that the test expects of the browser's console, e.g. a true 404. */
  expected: RegExp[];
  expectComplaint: (pattern: RegExp) => void;
  /** Hosts that the test's page may ask. */
  hosts: string[];
  /** Lets the test's page ask another host, e.g. for a video that the reader has started. */
  expectHost: (host: string) => void;
  /** Watches the page of every test. */
  watched: null;
}

/**
 * Reports whether Chromium complains of what is no fault: that it shows a preloaded picture from its memory instead (page-weight.spec.ts
 * counts what is loaded), or that a server on a crowded machine refused a page view, which browsers keep and send again.
 */
export const isNoise = (m: ConsoleMessage): boolean =>
  /was preloaded using link preload but not used within a few seconds/.test(m.text()) ||
  (m.location().url.endsWith('/api/track') && m.text().includes('status of 503'));

export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(serverUrl()),

  expected: async ({}, use) => use([]),

  expectComplaint: async ({ expected }, use) => use((pattern) => void expected.push(pattern)),

  hosts: async ({}, use) => use([]),

  expectHost: async ({ hosts }, use) => use((host) => void hosts.push(host)),

  watched: [
    async ({ page, expected, hosts }, use) => {
      const complaints: string[] = [];
      const foreign: string[] = [];
      page.on('console', (m) => {
        // An editor asks whether there is a draft of its new item; Chromium reports that there is none as an error.
        const noDraft = /\/api\/admin\/drafts\/[0-9a-f-]{36}$/.test(m.location().url) && m.text().includes('status of 404');
        if ((m.type() === 'error' || m.type() === 'warning') && !noDraft && !isNoise(m))
          complaints.push(`${m.text()} (${m.location().url})`);
      });
      await page.addInitScript(() =>
        addEventListener('securitypolicyviolation', (e) =>
          console.error(`Content Security Policy: ${e.violatedDirective}: ${e.blockedURI}`),
        ),
      );
      page.on('pageerror', (e) => complaints.push(String(e)));
      page.on('request', (r) => {
        const { protocol, origin, host } = new URL(r.url());
        if (protocol.startsWith('http') && origin !== serverUrl() && !hosts.includes(host)) foreign.push(r.url());
      });
      await use(null);
      expect(
        complaints.filter((c) => !expected.some((p) => p.test(c))),
        'nothing in the console',
      ).toEqual([]);
      expect(foreign, 'no request to another host').toEqual([]);
    },
    { auto: true },
  ],
});

/** Marks what make test leaves to make nightly: sweeps over many screens, rarer ways, and what only takes long (playwright.config.ts). */
export const nightly = { tag: '@nightly' } as const;

/** Reports whether what is marked so runs, too. */
export const isNightly = Boolean(process.env.CANDOR_E2E_NIGHTLY);

/** For test.use: a reader who has not asked for less motion. */
export const motion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/** The address of the server that the test uses. */
export function serverUrl(): string {
  return siteOf(base.info().file).address;
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Returns axe's violations of WCAG 2.2 AA on the page, as short lines. Where a dialog is open, only that and the notices are looked at: the
 * rest is out of reach, and a screen of its own.
 */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  // A colour on its way to another one is neither, and what inherits it sets out when it arrives. What moves for ever, or
  // without ever telling that it has arrived, is not waited for.
  await page.evaluate(async () => {
    const moving = () =>
      document.getAnimations().filter((a) => a.playState === 'running' && a.effect?.getComputedTiming().endTime !== Infinity);
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const deadline = performance.now() + 15_000;
    for (let all = moving(); all.length > 0 && performance.now() < deadline; all = moving()) {
      await Promise.race([Promise.allSettled(all.map((a) => a.finished)), pause(1000)]);
      await pause(20);
    }
  });
  const results = await page.evaluate(
    async (runOnly) => {
      const { axe } = window as unknown as { axe: { run: (context: Document | Element[], options: object) => Promise<AxeResults> } };
      const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
      const notices = document.querySelector('[role=region][aria-label^=Notification]');
      return axe.run(dialog ? [dialog, ...(notices ? [notices] : [])] : document, { runOnly, resultTypes: ['violations'] });
    },
    { type: 'tag', values: standards },
  );
  return results.violations.flatMap((v) =>
    v.nodes.map((n) => `${v.id}: ${n.target.join(' ')}: ${n.failureSummary?.split('\n')[1]?.trim() ?? ''}`),
  );
}

/** Waits until React has taken the page over. */
export async function interactive(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0);
}

/** Closes a dialog with Escape. In the moment in which it opens, or in which a toast on top of it goes, it doesn't listen yet. */
export async function escape(dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  await expect(async () => {
    await dialog.page().keyboard.press('Escape');
    await expect(dialog).toBeHidden({ timeout: 1000 });
  }).toPass();
}

/** Goes to an address inside the app, as a pressed link does, so that its data comes from the API (which a test may answer). */
export async function visit(page: Page, path: string): Promise<void> {
  if (!page.url().startsWith('http')) {
    await page.goto('/about');
    await interactive(page);
  }
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** How many pixels the page is wider than the window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
