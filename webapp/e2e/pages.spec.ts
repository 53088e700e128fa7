// Pages of the site, from the dashboard to the reader.
import type { Browser } from '@playwright/test';
import { editor, find, openList, signIn, unique } from './editing';
import { expect, serverUrl, test } from './fixtures';

const first = 'Title';

test.beforeEach(async ({ page }) => signIn(page));

/** The slug that the server makes of a title. */
const slugOf = (title: string) => title.toLowerCase().replace(/ /g, '-');

/**
 * Requests a page as a reader who isn't signed in and has no JavaScript. Returns the status, the address it ended at, and what the page says.
 */
async function asReader(browser: Browser, path: string) {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: serverUrl() });
  const page = await context.newPage();
  const answer = await page.goto(path);
  const seen = {
    status: answer?.status(),
    path: new URL(page.url()).pathname,
    title: await page.title(),
    canonical: await page.locator('link[rel=canonical]').getAttribute('href'),
    description: await page.locator('meta[name=description]').getAttribute('content'),
    text: await page.locator('main').innerText(),
  };
  await context.close();
  return seen;
}

test('a page is created, published, and read without JavaScript', async ({ page, browser }) => {
  const title = unique('How we test');
  await openList(page, 'pages');
  await page.getByRole('button', { name: 'Create New Page' }).first().click();
  const dialog = await editor(page, first);
  await expect(dialog.getByRole('switch', { name: 'Published' })).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Create Page' }).click();
  await expect(dialog.getByText('Title is required')).toBeVisible();
  await expect(dialog.getByText('Content is required')).toBeVisible();
  await dialog.getByLabel('Title', { exact: true }).fill(title);
  await dialog.getByLabel('Content', { exact: true }).fill('We buy everything.\n\nThen we use it.');
  await dialog.getByRole('tab', { name: 'Preview' }).click();
  await expect(dialog.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await dialog.getByRole('button', { name: 'Create Page' }).click();
  await expect(page.getByText('Page created').first()).toBeVisible();

  const path = `/pages/${slugOf(title)}`;
  expect(await find(page.request, 'pages', title)).toMatchObject({ slug: slugOf(title), isPublished: false });
  expect(await asReader(browser, path)).toMatchObject({
    status: 404,
    title: 'Page Not Found | Candor',
    text: expect.stringContaining('This page could not be found.'),
  });

  await openList(page, 'pages', title);
  await expect(page.getByRole('cell', { name: path, exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: `Select ${title}` }).click();
  await page.getByRole('group', { name: 'Selected pages' }).getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('1 page published').first()).toBeVisible();
  const seen = await asReader(browser, path);
  expect(seen).toMatchObject({ status: 200, path, title: `${title} | Candor`, description: 'We buy everything. Then we use it.' });
  expect(seen.canonical).toMatch(new RegExp(`${path}$`));
  for (const words of [title, /Updated \w+ \d+, \d{4}/, 'We buy everything.', 'Then we use it.']) expect(seen.text).toMatch(words);
  expect(await (await page.request.get('/sitemap.xml')).text()).toContain(path);

  await page.getByRole('link', { name: `View ${title}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page).toHaveURL(path);
});
