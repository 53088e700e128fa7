// Without a network, and after a deploy: what was being read stays, nothing typed is lost, and the app goes on by itself.
import type { Page } from '@playwright/test';
import { noise, signIn } from './editing';
import { expect, interactive, nightly, overflow, test } from './fixtures';

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: "You're offline" });
const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });
const headline = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('a link pressed offline keeps the page, says why, and opens once the network is back', async ({ page, context, expectComplaint }) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/terms');
  await interactive(page);
  await context.setOffline(true);
  await footerLink(page, 'About Us').click();
  await expect(notice(page)).toBeVisible();
  await expect(headline(page, 'Terms of Service')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await notice(page).getByRole('button', { name: 'Try again' }).click();
  await expect(headline(page, 'Terms of Service')).toBeVisible();
  await context.setOffline(false);
  await expect(headline(page, 'About Us')).toBeVisible();
  await expect(notice(page)).toBeHidden();
});

test(
  'a link whose data can’t be fetched does so, too; what was read before opens offline',
  nightly,
  async ({ page, context, expectComplaint }) => {
    expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    await page.goto('/reviews');
    await interactive(page);
    const cards = page.getByRole('main').getByRole('link', { name: 'Read Review' });
    await cards.first().click();
    await expect(page.getByRole('heading', { name: 'Final Verdict' })).toBeVisible();
    const first = await page.getByRole('heading', { level: 1 }).innerText();
    await page.goBack();
    await expect(headline(page, 'All Reviews')).toBeVisible();
    await context.setOffline(true);
    await cards.first().click();
    await expect(headline(page, first)).toBeVisible();
    await page.goBack();
    await expect(headline(page, 'All Reviews')).toBeVisible();
    await expect(notice(page)).toBeHidden();
    await cards.nth(1).click();
    await expect(notice(page)).toBeVisible();
    await expect(headline(page, 'All Reviews')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'Final Verdict' })).toBeVisible();
    await expect(headline(page, first)).toBeHidden();
    await expect(notice(page)).toBeHidden();
  },
);

test('after a deploy, a part that is gone reloads the page, which then has it', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 404/);
  const server = await deployed(page, 'contact');
  await page.goto('/terms');
  await interactive(page);
  await footerLink(page, 'Contact').click();
  await expect(headline(page, 'Contact')).toBeVisible();
  expect(server.documents).toEqual(['/terms', '/contact']);
});

test('after a deploy, a page that would lose something is not reloaded', nightly, async ({ page, expectComplaint }) => {
  expectComplaint(/status of 404/);
  const server = await deployed(page, 'api-tab', { forGood: true });
  await signIn(page);
  await page.route(/\/api\/admin\/media\b/, (route) =>
    route.request().method() === 'POST' ? new Promise(() => undefined) : route.fallback(),
  );
  await page.goto('/admin/media');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload Images' }).first().click();
  await (await choosing).setFiles({ name: 'slow.png', mimeType: 'image/png', buffer: await noise(page) });
  await expect(page.getByRole('status', { name: 'Uploads' })).toHaveText('0 of 1 uploaded');
  await page.getByRole('link', { name: 'API Management' }).click();
  const updated = page.getByRole('alert').filter({ hasText: 'The site has been updated' });
  await expect(updated).toBeVisible();
  await expect(page.getByRole('status', { name: 'Uploads' })).toHaveText('0 of 1 uploaded');
  expect(server.documents).toEqual(['/admin/media']);
  page.on('dialog', (question) => void question.accept());
  await updated.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => server.documents).toEqual(['/admin/media', '/admin/api']);
  await page.unrouteAll({ behavior: 'ignoreErrors' }); // it goes on asking for the part
});

test(
  'a tab of the dashboard opens once the network is back, and so does the palette',
  nightly,
  async ({ page, context, expectComplaint }) => {
    expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    await signIn(page);
    await page.goto('/admin/reviews');
    await expect(page.getByRole('button', { name: 'Add Review' })).toBeVisible();
    const field = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox');
    for (const [ask, come] of [
      [() => page.keyboard.press('Control+k'), field],
      [() => page.getByRole('link', { name: 'API Management' }).click(), page.getByRole('button', { name: 'Create API Key' })],
    ] as const) {
      await context.setOffline(true);
      await ask();
      await expect(notice(page)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Add Review' })).toBeVisible();
      await context.setOffline(false);
      await expect(come).toBeVisible();
      await expect(notice(page)).toBeHidden();
      if (await field.isVisible()) await page.keyboard.press('Escape');
    }
  },
);

/**
 * Moves the pointer over links of the footer to pages of the site until all that lies behind them has come. Links listen once the page's
 * script runs.
 */
async function cameNear(page: Page, ...names: string[]) {
  const link = (name: string) => page.getByRole('contentinfo').getByRole('link', { name });
  const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).search));
  for (const name of names) {
    const address = await link(name).getAttribute('href');
    await expect(async () => {
      await page.getByRole('banner').hover();
      await link(name).hover();
      expect(await fetched()).toContain(`?slug=${address?.slice(1)}`);
    }).toPass();
  }
}

test('visits made offline are sent when the network is back, each once', async ({ page, context, expectComplaint }) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  const ids: string[] = [];
  page.on('requestfinished', (request) => {
    if (!request.url().endsWith('/api/track')) return;
    const body = request.postDataJSON() as { events?: { id: string }[] } & { id: string };
    ids.push(...(body.events ?? [body]).map((view) => view.id));
  });
  const pending = () =>
    page.evaluate(() => (JSON.parse(localStorage.getItem('candor-pending-views') ?? '[]') as { page: string }[]).map((view) => view.page));
  await page.goto('/about');
  await cameNear(page, 'Terms of Service', 'Privacy Policy'); // their code is there before the network goes
  await expect.poll(pending).toEqual([]);
  await context.setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect.poll(pending).toEqual(['/terms', '/privacy']);
  await context.setOffline(false);
  await expect.poll(pending).toEqual([]);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(3);
});

/**
 * Lets the server be as after a deploy: a part of the app is gone, and pages name another entry. A page that is loaded anew has the part
 * again, unless it is gone for good.
 */
async function deployed(page: Page, part: string, { forGood = false } = {}): Promise<{ documents: string[] }> {
  const documents: string[] = [];
  await page.route(`**/assets/${part}-*.js`, (route) =>
    documents.length > 1 && !forGood ? route.fallback() : route.fulfill({ status: 404 }),
  );
  await page.route(
    (url) => !/^\/(assets|api|media)\//.test(url.pathname),
    async (route) => {
      const request = route.request();
      if (request.isNavigationRequest()) {
        documents.push(new URL(request.url()).pathname);
        return route.fallback();
      }
      if (request.resourceType() !== 'fetch' || request.method() !== 'GET') return route.fallback();
      const answer = await route.fetch();
      return route.fulfill({ response: answer, body: (await answer.text()).replace(/\/assets\/site-[^"]+\.js/g, '/assets/site-newer.js') });
    },
  );
  return { documents };
}
