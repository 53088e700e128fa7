// A site of a test's own, for what every reader of a site sees, such as its categories.
import type { Page } from '@playwright/test';
import { signIn } from './editing';
import { launch } from './start-server';

/** Starts an empty site, signs the page in there, and stops it when `use` is done. */
export async function ownSite(page: Page, expectHost: (host: string) => void, use: (address: string) => Promise<void>) {
  const server = await launch({ demo: false });
  expectHost(new URL(server.address).host);
  try {
    await signIn(page, { own: true, address: server.address });
    await use(server.address);
  } finally {
    await page.close(); // its screens ask for news
    await server.stop();
  }
}
