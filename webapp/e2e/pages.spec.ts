// Pages of the site, from the dashboard to the reader.
import type { Browser } from '@playwright/test';
import { change, editor, find, make, openList, read, signIn, unique } from './editing';
import { expect, serverUrl, test } from './fixtures';

const first = 'Title';

test.beforeEach(async ({ page }) => signIn(page));

/** The slug that the server makes of a title. */
const slugOf = (title: string) => title.toLowerCase().replace(/ /g, '-');

/** A reader's request, by a browser without JavaScript that nobody has signed in with: the status, the address it ended at, and the page. */
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
  expect(await asReader(browser, path)).toMatchObject({ status: 404, title: 'Page Not Found | Candor', text: expect.stringContaining('This page could not be found.') });

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

test('the old address of a page leads to the new one, and a taken slug is refused at its field', async ({ page, browser, expectComplaint }) => {
  expectComplaint(/400/);
  const title = unique('Our funding');
  const other = unique('Our awards');
  const { id } = await make(page.request, 'pages', { title, content: 'Text.', isPublished: true });
  await make(page.request, 'pages', { title: other, content: 'Text.', isPublished: true });
  await openList(page, 'pages', title);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const dialog = await editor(page, first);
  const slug = dialog.getByLabel('Slug', { exact: true });
  await expect(slug).toHaveValue(slugOf(title));
  await slug.fill('Not A Slug');
  await dialog.getByRole('button', { name: 'Update Page' }).click();
  await expect(dialog.getByText('Slug must consist of lower-case letters, digits and single hyphens between them')).toBeVisible();
  await slug.fill(slugOf(other));
  await dialog.getByRole('button', { name: 'Update Page' }).click();
  await expect(dialog.getByText('Slug is already taken')).toBeVisible();
  const fresh = slugOf(unique('Money'));
  await slug.fill(fresh);
  await dialog.getByRole('button', { name: 'Update Page' }).click();
  await expect(page.getByText('Page updated').first()).toBeVisible();
  expect(await read(page.request, 'pages', id)).toMatchObject({ title, slug: fresh });
  const moved = await page.request.get(`/pages/${slugOf(title)}`, { maxRedirects: 0 });
  expect(moved.status()).toBe(301);
  expect(moved.headers().location).toMatch(new RegExp(`/pages/${fresh}$`));
  expect(await asReader(browser, `/pages/${slugOf(title)}`)).toMatchObject({ status: 200, path: `/pages/${fresh}` });
});

test('what is unpublished or deleted is not found, and a deleted page can be restored', async ({ page, browser }) => {
  const title = unique('Our team');
  const { id } = await make(page.request, 'pages', { title, content: 'Text.', isPublished: true });
  const path = `/pages/${slugOf(title)}`;
  expect(await asReader(browser, path)).toMatchObject({ status: 200 });
  await change(page.request, 'pages', id, { isPublished: false });
  expect(await asReader(browser, path)).toMatchObject({ status: 404 });
  await change(page.request, 'pages', id, { isPublished: true });
  expect(await asReader(browser, path)).toMatchObject({ status: 200 });

  await openList(page, 'pages', title);
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await expect(page.getByRole('alertdialog')).toContainText(`This permanently removes “${title}” from the public site and cannot be undone there. You can restore it under Deleted.`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Page deleted').first()).toBeVisible();
  expect(await asReader(browser, path)).toMatchObject({ status: 404 });
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Deleted');
  const row = page.getByRole('list', { name: 'Deleted pages' }).getByRole('listitem').filter({ hasText: title });
  await row.getByRole('button', { name: `Restore ${title}` }).click();
  await expect(page.getByText('1 page restored').first()).toBeVisible();
  expect(await asReader(browser, path)).toMatchObject({ status: 200 });
});

test('the history of a page shows what changed, and brings an earlier text back', async ({ page }) => {
  const title = unique('Our rules');
  const { id } = await make(page.request, 'pages', { title, content: 'We accept no gifts.', isPublished: true });
  await change(page.request, 'pages', id, { content: 'We accept small gifts.' });
  await openList(page, 'pages', title);
  await page.getByRole('button', { name: `History of ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'History of this page' });
  await expect(dialog.locator('del')).toHaveText('no');
  await expect(dialog.locator('ins')).toHaveText('small');
  const revisions = dialog.getByRole('list', { name: 'Revisions, newest first' });
  await revisions.getByRole('button', { name: /^Published/ }).click();
  await expect(dialog.getByRole('link', { name: 'See the site at this moment' })).toHaveAttribute('href', new RegExp(`^/pages/${slugOf(title)}\\?asOf=`));
  await dialog.getByRole('button', { name: 'Restore this revision' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText('Also restore its published status')).toBeVisible();
  await expect(question.getByText('Mark as a correction')).toHaveCount(0);
  await question.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Revision restored').first()).toBeVisible();
  expect(await read(page.request, 'pages', id)).toMatchObject({ content: 'We accept no gifts.', isPublished: true });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Change undone').first()).toBeVisible();
  expect(await read(page.request, 'pages', id)).toMatchObject({ content: 'We accept small gifts.' });
});

test('two admins change one page: each field is merged, or asked about', async ({ page, expectComplaint }) => {
  expectComplaint(/412/);
  const title = unique('A page of two admins');
  const { id } = await make(page.request, 'pages', { title, content: 'Text.', isPublished: true });
  const fresh = slugOf(unique('Theirs'));
  await openList(page, 'pages', title);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const dialog = await editor(page, first);
  await dialog.getByLabel('Content', { exact: true }).fill('Mine.');
  await change(page.request, 'pages', id, { content: 'Theirs.', slug: fresh });
  await dialog.getByRole('button', { name: 'Update Page' }).click();
  const panel = dialog.getByRole('region', { name: 'Someone else saved this page' });
  await expect(panel).toContainText(fresh);
  await panel.getByRole('group', { name: 'Content' }).getByLabel('Keep mine').check();
  await dialog.getByRole('button', { name: 'Update Page' }).click();
  await expect(page.getByText('Page updated').first()).toBeVisible();
  expect(await read(page.request, 'pages', id)).toMatchObject({ content: 'Mine.', slug: fresh });
});

test('JSON input makes a draft', async ({ page }) => {
  const title = unique('A page from JSON');
  await openList(page, 'pages');
  await page.getByRole('button', { name: 'JSON Input' }).click();
  const dialog = page.getByRole('dialog', { name: 'JSON Input' });
  await dialog.getByLabel('JSON', { exact: true }).fill(JSON.stringify({ title, content: 'Text', isPublished: true }));
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Page created').first()).toBeVisible();
  expect(await find(page.request, 'pages', title)).toMatchObject({ slug: slugOf(title), isPublished: false });
});
