// A phone on a slow connection: what pages are measured on.
import type { Browser } from '@playwright/test';
import { openBarePage, type Cookies } from './bare-page';
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

interface Options {
  selector?: string;
  cookies?: Cookies;
  localStorage?: Record<string, string>;
}

/**
 * Loads an address with an empty cache on a slow phone, and waits until the page is quiet; with a selector, until something fits it, too.
 */
export async function loadSlowly(
  browser: Browser,
  address: string,
  { selector = '', cookies = [], localStorage = {} }: Options = {},
): Promise<Load> {
  const page = await openBarePage(browser, cookies);
  await page.send('Page.enable');
  await page.send('Network.enable');
  await page.send('Network.emulateNetworkConditions', connection);
  await page.send('Emulation.setCPUThrottlingRate', { rate: slowerBy });
  const { viewport, deviceScaleFactor, isMobile } = phone;
  await page.send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor, mobile: isMobile });
  await page.send('Emulation.setTouchEmulationEnabled', { enabled: phone.hasTouch });
  await page.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${observe.toString()})(${JSON.stringify({ selector, localStorage })})`,
  });
  await page.send('Page.navigate', { url: address });

  let [loads, lastChange] = ['', Date.now()];
  for (const until = Date.now() + quietWithin; ; await pause(100)) {
    const now = await page.evaluate<{ loads: string; there: boolean }>(
      `({ loads: document.readyState + performance.getEntriesByType('resource').length, there: document.readyState === 'complete' && (${!selector} || !!window.seen?.found) })`,
    );
    if (!now.there || now.loads !== loads) [loads, lastChange] = [now.loads, Date.now()];
    if (Date.now() - lastChange >= quietFor) break;
    if (Date.now() > until) throw new Error(`${address} was not loaded in time`);
  }
  const seen = await page.evaluate<Window['seen']>('window.seen');
  const bodies = await page.evaluate<number[]>(
    `['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type).map((one) => one.encodedBodySize))`,
  );
  await page.close();
  return { ...seen, requests: bodies.length, bytes: bodies.reduce((sum, size) => sum + size, 0) };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

declare global {
  interface Window {
    seen: Omit<Load, 'requests' | 'bytes'>;
  }
}

/** Runs in the page, before its own scripts. */
function observe({ selector, localStorage: stored }: { selector: string; localStorage: Record<string, string> }) {
  if (window !== window.top || location.protocol === 'about:') return;
  for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
  const seen: Window['seen'] = { firstPaint: 0, largestPaint: 0, shift: 0, blocked: 0 };
  window.seen = seen;
  const each = (type: string, take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  const longTasks: PerformanceEntry[] = [];
  const count = () => {
    if (seen.firstPaint)
      seen.blocked = longTasks
        .filter((task) => task.startTime + task.duration > seen.firstPaint)
        .reduce((sum, task) => sum + task.duration - 50, 0);
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
  if (selector === '') return;
  const look = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    look.disconnect();
    requestAnimationFrame(() => (seen.found = { at: performance.now(), requests: performance.getEntriesByType('resource').length + 1 }));
  });
  look.observe(document, { childList: true, subtree: true });
}
