// The system's Firefox, and a page in it that must not complain.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect } from '@playwright/test';
import { launch, type Browser, type BrowserContext, type ElementHandle, type Page } from 'puppeteer-core';

/** Starts Firefox: Debian's firefox-esr, or the one that FIREFOX_PATH names. */
export function openFirefox(): Promise<Browser> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const files = ['firefox-esr', 'firefox'].flatMap((name) => folders.map((folder) => join(folder, name)));
  const installed = files.find((file) => existsSync(file));
  const executablePath = process.env.FIREFOX_PATH ?? installed;
  if (!executablePath) throw new Error("Firefox isn't installed. Install Debian's firefox-esr, or name a Firefox in FIREFOX_PATH.");
  return launch({ browser: 'firefox', executablePath, headless: true, defaultViewport: { width: 1280, height: 900 } });
}

/** Opens a page with a storage of its own. What it and the browser complain about is added to the list. */
export async function openPage(browser: Browser, complaints: string[]): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') complaints.push(message.text());
  });
  await page.evaluateOnNewDocument(() =>
    addEventListener('securitypolicyviolation', (e) => console.error(`Content Security Policy: ${e.violatedDirective}: ${e.blockedURI}`)),
  );
  return { page, context };
}

/** Goes to an address and waits until React has taken the page over. */
export async function visit(page: Page, address: string): Promise<void> {
  expect((await page.goto(address))?.status(), address).toBe(200);
  await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0);
}

/** Waits for the first heading of the page to be this. */
export const heading = (page: Page, name: string | RegExp, timeout?: number) =>
  expect.poll(() => page.evaluate(() => document.querySelector('h1')?.textContent), timeout === undefined ? {} : { timeout }).toMatch(name);

const textOf = (page: Page) => page.evaluate(() => document.body.innerText);

/** Waits for a text on the page. */
export const shows = (page: Page, text: string | RegExp) => expect.poll(() => textOf(page)).toMatch(text);

/** Waits for a text to be gone. */
export const hides = (page: Page, text: string | RegExp) => expect.poll(() => textOf(page)).not.toMatch(text);

/** Presses the button or link with this name, once it is there. (Puppeteer's own search by role and name takes seconds in a large page.) */
export const press = (page: Page, selector: 'button' | 'a', name: string): Promise<void> =>
  expect(async () => {
    const found = await page.evaluateHandle(
      (selector, name) => {
        const all = [...document.querySelectorAll<HTMLElement>(selector)];
        const named = all.filter((one) => (one.ariaLabel ?? one.textContent).trim() === name);
        return named.find((one) => one.checkVisibility() && !one.closest('[inert]') && !one.matches(':disabled')) ?? null;
      },
      selector,
      name,
    );
    const element = found.asElement();
    if (!element) throw new Error(`there is no ${selector} "${name}"`);
    await (element as ElementHandle<HTMLElement>).click(); // React may have replaced it meanwhile
  }).toPass({ timeout: 15_000 });

/** The field with this label, once it is there. */
export async function field(page: Page, label: string): Promise<ElementHandle<HTMLInputElement>> {
  const found = await page.waitForFunction(
    (text) => {
      const labels = [...document.querySelectorAll('label')].filter(({ textContent, control }) => control && textContent.trim() === text);
      return labels.map(({ control }) => control).find((control) => control?.checkVisibility()) as HTMLInputElement | undefined;
    },
    {},
    label,
  );
  return found as ElementHandle<HTMLInputElement>;
}

/** Replaces a field's text by typing. */
export async function fill(page: Page, label: string, text: string): Promise<void> {
  const one = await field(page, label);
  await one.focus();
  await one.evaluate((control) => control.select());
  await page.keyboard.type(text);
}
