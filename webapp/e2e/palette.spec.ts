// The command palette and the dashboard's shortcuts, by keyboard and on a phone.
import type { Page } from '@playwright/test';
import { editor, find, make, openList, read, reviewFields, signIn, unique } from './editing';
import { escape, expect, overflow, test } from './fixtures';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const field = (page: Page) => palette(page).getByRole('combobox');
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });

async function open(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test('Ctrl+K finds where to go, and Escape returns to where the focus was', async ({ page }) => {
  await signIn(page);
  await openList(page, 'reviews');
  const add = page.getByRole('button', { name: 'Add Review' });
  await add.focus();
  await open(page);
  await expect(option(page, 'Add Review')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(option(page, 'Add Article')).toHaveAttribute('aria-selected', 'true');
  await escape(palette(page));
  await expect(add).toBeFocused();

  await open(page);
  await page.keyboard.type('activ log');
  await expect(option(page, 'Activity Logs')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/activity$/);
  await expect(palette(page)).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();

  await open(page);
  await page.keyboard.type('nothing is called this');
  await expect(palette(page).getByText('Nothing found.')).toBeVisible();
  await expect(palette(page).getByRole('status')).toHaveText('Nothing found');
});

test('an item is found by its title, published, taken back, viewed and edited', async ({ page }) => {
  await signIn(page);
  const title = unique('A lamp for the palette');
  const { id } = await make(page.request, 'reviews', { ...reviewFields(title), isPublished: false });
  const published = async () => (await read(page.request, 'reviews', id)).isPublished;
  await page.goto('/admin/messages');
  await expect(page.getByRole('heading', { level: 2, name: 'Messages' })).toBeVisible();
  const choose = async (action: string) => {
    await open(page);
    await page.keyboard.type(title);
    await expect(option(page, title)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(option(page, 'Edit')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.type(action);
    await expect(option(page, action)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeHidden();
  };
  await choose('Publish');
  await expect(page.getByText('1 review published').first()).toBeVisible();
  expect(await published()).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(published).toBe(false);
  await choose('Publish');
  await expect.poll(published).toBe(true);
  await choose('View on site');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goBack();
  await choose('Edit');
  await expect(page).toHaveURL(new RegExp(`/admin/reviews/${id}/edit$`));
  await expect((await editor(page, 'Review Title')).getByLabel('Review Title')).toHaveValue(title);
});

test('“Publish a draft…” lists the drafts, and Backspace leads back', async ({ page }) => {
  await signIn(page);
  const title = unique('An article that waits');
  await make(page.request, 'news', { title, content: 'One.', authorName: 'Ada', category: 'AI' });
  await page.goto('/admin/analytics');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await open(page);
  await page.keyboard.type('publish draft');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('');
  await page.keyboard.press('Backspace');
  await expect(option(page, 'Add Review')).toBeVisible();
  await page.keyboard.type('publish draft');
  await page.keyboard.press('Enter');
  await page.keyboard.type(title);
  await expect(palette(page).getByRole('option')).toHaveCount(1);
  await expect(option(page, title)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 article published').first()).toBeVisible();
  expect(await find(page.request, 'news', title)).toMatchObject({ isPublished: true });
});

test('what is found stays while more of its title is typed, and nothing else does', async ({ page }) => {
  await signIn(page);
  const [title, other] = [unique('A lamp on its own'), unique('A lamp of another make')];
  for (const one of [title, other]) await make(page.request, 'news', { title: one, content: 'One.', authorName: 'Ada', category: 'AI' });
  await page.goto('/admin/settings');
  await expect(page.getByRole('heading', { level: 2, name: 'Settings' })).toBeVisible();
  await open(page);
  await page.keyboard.type('publish draft');
  await page.keyboard.press('Enter');
  await page.keyboard.type('A lamp o');
  await expect(option(page, title)).toBeVisible();
  await expect(option(page, other)).toBeVisible();
  // The answer to what is typed next never comes.
  await page.route(/\/api\/admin\/news\?/, () => undefined);
  const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.get('search') === title);
  await page.keyboard.type(title.slice('A lamp o'.length));
  await asked;
  await expect(palette(page).getByRole('option')).toHaveText([`${title}Draft`]);
  await page.keyboard.type(' tech'); // as the list is called, but not the item
  await expect(palette(page).getByRole('option')).toHaveCount(0);
  for (let i = 0; i < ' tech'.length; i++) await page.keyboard.press('Backspace');
  await expect(palette(page).getByRole('option')).toHaveText([`${title}Draft`]);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await find(page.request, 'news', title))?.isPublished).toBe(true);
  expect(await find(page.request, 'news', other)).toMatchObject({ isPublished: false });
});

test('a new item is begun, and over its editor the palette has the editor’s commands', async ({ page }) => {
  await signIn(page);
  await page.goto('/admin/api');
  await expect(page.getByRole('button', { name: 'Create API Key' })).toBeVisible();
  await open(page);
  await page.keyboard.type('new page');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/pages\/new$/);
  const dialog = await editor(page, 'Title');
  const title = dialog.getByLabel('Title', { exact: true });
  await title.fill(unique('Begun by the palette'));
  await open(page);
  await expect(option(page, 'Save draft')).toBeVisible();
  await expect(option(page, 'Analytics')).toHaveCount(0);
  await page.keyboard.type('publish');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Publish this page' })).toBeVisible();
  // A question is answered first.
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toHaveCount(0);
  await escape(page.getByRole('dialog', { name: 'Publish this page' }));

  await title.focus();
  await open(page);
  await escape(palette(page));
  await expect(title).toBeFocused();
  await open(page);
  await page.keyboard.type('close');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/pages$/);
});

test('in the text Ctrl+K is a link', async ({ page }) => {
  await signIn(page);
  await page.goto('/admin/pages/new');
  const text = (await editor(page, 'Title')).getByRole('textbox', { name: 'Content' });
  await text.click();
  await page.keyboard.press('Control+k');
  await expect(text).toContainText('](');
  await expect(palette(page)).toHaveCount(0);
});

test('“/” leads to the list’s search and “?” lists the shortcuts, but not while something is typed, nor when they are turned off', async ({ page }) => {
  await signIn(page);
  await openList(page, 'articles');
  const search = page.getByRole('searchbox', { name: 'Search articles' });
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('a/b?');
  await expect(search).toHaveValue('a/b?');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('heading', { level: 2, name: 'Tech Articles' }).focus();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toContainText('Ctrl+K');
  await list.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await escape(list);
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  await expect(search).not.toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(search).toBeVisible();
  await page.keyboard.press('/');
  await expect(search).not.toBeFocused();
});

test('where there is no list to search, “/” opens the palette', async ({ page }) => {
  await signIn(page);
  await page.goto('/admin/settings');
  await expect(page.getByRole('heading', { level: 2, name: 'Settings' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('');
});

test('offline the palette waits, says why, and opens once the network is back', async ({ page, context, expectComplaint }) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await signIn(page);
  await openList(page, 'reviews');
  await context.setOffline(true);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('alert').filter({ hasText: "You're offline" })).toBeVisible();
  await context.setOffline(false);
  await expect(field(page)).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a button opens the palette, and taps do the rest', async ({ page }) => {
    await signIn(page);
    const title = unique(`A long title ${'for a narrow screen '.repeat(5)}`);
    await make(page.request, 'reviews', reviewFields(title));
    await openList(page, 'articles');
    await page.getByRole('button', { name: 'Search and commands' }).tap();
    await field(page).fill(title);
    await option(page, title).tap();
    expect(await overflow(page)).toBe(0);
    await palette(page).getByRole('button', { name: 'Back' }).tap();
    await expect(field(page)).toHaveValue('');
    await field(page).fill('dark');
    await option(page, 'Switch to dark theme').tap();
    await expect(page.locator('html')).toHaveClass(/dark/);
    await expect(palette(page)).toBeHidden();
  });
});
