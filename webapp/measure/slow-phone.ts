// A phone on a slow connection: what pages are measured on.
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { phone } from './loaded';

/** A connection of 1.44 Mbit/s with 150 ms of latency, and a processor four times slower than this one. */
const connection = { offline: false, latency: 150, downloadThroughput: 1_440_000 / 8, uploadThroughput: 1_440_000 / 8 };
const slowerBy = 4;

/** How long a page must not have begun or ended a request to be quiet, and how long to wait for it at most, in ms. */
const quietFor = 1_000;
const quietWithin = 30_000;

/** When an address was loaded, in ms since its navigation began, with what it took. */
export interface Load {
  firstPaint: number;
  largestPaint: number;
  /** What has moved, as Cumulative Layout Shift counts it. */
  shift: number;
  /** The time by which tasks after the first paint were longer than 50 ms. */
  blocked: number;
  /** When an element that fits the selector was there, and the number of requests that had begun by then. */
  found?: { at: number; requests: number };
  requests: number;
  /** Bytes of bodies as they are sent. */
  bytes: number;
}

/** Loads an address with an empty cache on a slow phone, and waits until the page is quiet; with a selector, until something fits it, too. */
export async function loadSlowly(browser: Browser, address: string, { selector, ...options }: BrowserContextOptions & { selector?: string } = {}): Promise<Load> {
  const context = await browser.newContext({ ...phone, ...options });
  const page = await context.newPage();
  await slowDown(page);
  await page.addInitScript(observe, selector);

  let [requests, bytes, lastChange] = [0, 0, Date.now()];
  const sizes: Promise<void>[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith('http')) requests++;
    lastChange = Date.now();
  });
  page.on('requestfinished', (request) => {
    sizes.push(request.sizes().then(({ responseBodySize }) => void (bytes += responseBodySize)));
    lastChange = Date.now();
  });
  await page.goto(address, { waitUntil: 'load' });
  if (selector) await page.waitForSelector(selector, { state: 'attached', timeout: 60_000 });
  const until = Date.now() + quietWithin;
  while (Date.now() - lastChange < quietFor && Date.now() < until) await page.waitForTimeout(100);

  const seen = await page.evaluate(() => window.seen);
  await Promise.all(sizes);
  await context.close();
  return { ...seen, requests, bytes };
}

/** Slows a page's connection and processor down. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', connection);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerBy });
}

declare global {
  interface Window {
    seen: Omit<Load, 'requests' | 'bytes'>;
  }
}

/** Runs in the page, before its own scripts. */
function observe(selector?: string) {
  if (window !== window.top) return;
  const seen: Window['seen'] = { firstPaint: 0, largestPaint: 0, shift: 0, blocked: 0 };
  window.seen = seen;
  const each = (type: string, take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  const longTasks: PerformanceEntry[] = [];
  const count = () => {
    if (seen.firstPaint) seen.blocked = longTasks.filter((task) => task.startTime + task.duration > seen.firstPaint).reduce((sum, task) => sum + task.duration - 50, 0);
  };
  each('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.firstPaint = entry.startTime;
    count();
  });
  each('largest-contentful-paint', (entry) => (seen.largestPaint = entry.startTime));
  each('layout-shift', (entry) => (seen.shift += entry.hadRecentInput ? 0 : (entry.value ?? 0)));
  each('longtask', (task) => {
    longTasks.push(task);
    count();
  });
  if (!selector) return;
  const look = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    look.disconnect();
    requestAnimationFrame(() => (seen.found = { at: performance.now(), requests: performance.getEntriesByType('resource').length + 1 }));
  });
  look.observe(document, { childList: true, subtree: true });
}
