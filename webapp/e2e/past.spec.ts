// The site as it was: from a revision into the past, through it, and out again; and nobody but the admin gets there.
import { chooseInAccount, change, make, openList, reviewFields, signIn, unique } from './editing';
import { expect, overflow, test, violations } from './fixtures';
import { password } from './start-server';

test('the admin goes back to before a change, looks around and leaves', async ({ page, browser, expectComplaint }) => {
  expectComplaint(/40[34]/); // what is gone today, and what can't be changed
  await signIn(page);
  const title = unique('A lamp');
  const { id } = await make(page.request, 'reviews', reviewFields(title));
  await change(page.request, 'reviews', id, { title: `${title}, dimmed` });

  await openList(page, 'reviews', title);
  await page.getByRole('button', { name: `History of ${title}, dimmed` }).click();
  const dialog = page.getByRole('dialog', { name: 'History of this review' });
  await dialog.getByRole('list', { name: 'Revisions, newest first' }).getByRole('button', { name: /^Published/ }).click();
  const there = await dialog.getByRole('link', { name: 'See the site at this moment' }).getAttribute('href');
  expect(there).toMatch(new RegExp(`^/reviews/${id}\\?asOf=\\d{4}-`));
  const moment = /asOf=.*/.exec(there ?? '')?.[0] ?? '';
  expect((await page.request.delete(`/api/reviews/${id}`)).status()).toBe(204);

  let tracked = 0;
  page.on('request', (r) => (tracked += Number(r.url().includes('/api/track'))));
  await page.goto(there ?? '');
  const bar = page.getByRole('complementary', { name: 'The site as it was' });
  await expect(bar).toContainText('The site as it stood on');
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await violations(page)).toEqual([]);

  // The app's own way of navigating keeps the moment, and so does its data.
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).first().click();
  await page.getByRole('searchbox').fill(title);
  await page.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(new RegExp(`/reviews\\?search=.*&${moment}$`));
  await page.getByRole('link', { name: title, exact: true }).first().click();
  await expect(page).toHaveURL(new RegExp(`/reviews/${id}\\?${moment}$`));
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  expect(await page.evaluate(async () => (await fetch('/api/contact', { method: 'POST', body: '{}' })).status)).toBe(403);

  // Without JavaScript the links and the bar do the same.
  const plain = await browser.newContext({ javaScriptEnabled: false, storageState: await page.context().storageState(), viewport: { width: 390, height: 844 } });
  const reader = await plain.newPage();
  await reader.goto(new URL(there ?? '', page.url()).href);
  expect(await overflow(reader)).toBeLessThanOrEqual(0);
  await reader.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click();
  await expect(reader).toHaveURL(new RegExp(`/about\\?${moment}$`));
  await reader.getByLabel('Other time (UTC)').fill('2020-01-01T00:00:00');
  await reader.getByRole('button', { name: 'Go' }).click();
  await expect(reader.getByText('The site was empty at this time.')).toBeVisible();
  await reader.getByRole('link', { name: 'Leave' }).click();
  await expect(reader.getByRole('complementary', { name: 'The site as it was' })).toHaveCount(0);
  await plain.close();

  expect(tracked).toBe(0);
  await page.getByRole('link', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Review Not Found' })).toBeVisible();
  await expect(bar).toHaveCount(0);
  expect(page.url()).not.toContain('asOf');

  await page.goto('/admin/reviews');
  await chooseInAccount(page, 'Time travel');
  expect(await violations(page)).toEqual([]);
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Show the site' }).click()]);
  await expect(opened.getByText('The site was empty at this time.')).toBeVisible(); // a day ago

  // A visitor is asked to sign in, and then sees what was asked for.
  const stranger = await browser.newContext();
  const visit = await stranger.newPage();
  await visit.goto(new URL(there ?? '', page.url()).href);
  await expect(visit).toHaveURL(/\/admin-login\?to=/);
  await visit.getByLabel('Username').fill('admin');
  await visit.getByLabel('Password', { exact: true }).fill(password);
  await visit.getByRole('button', { name: 'Sign In' }).click();
  await expect(visit).toHaveURL(new RegExp(`/reviews/${id}\\?${moment}$`));
  await expect(visit.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  await stranger.close();
});
