// The site as it was: from a revision into the past, through it, and out again; and nobody but the admin gets there.
import { request as requests } from '@playwright/test';
import { chooseInAccount, change, make, openList, reviewFields, signIn, unique } from './editing';
import { expect, nightly, overflow, test } from './fixtures';
import { launch, password } from './start-server';

test('the admin goes back to before a change, looks around and leaves', async ({ page, browser, expectComplaint }) => {
  expectComplaint(/40[34]/); // what is gone today, and what can't be changed
  await signIn(page);
  const title = unique('A lamp');
  const { id } = await make(page.request, 'reviews', reviewFields(title));
  await change(page.request, 'reviews', id, { title: `${title}, dimmed` });

  await openList(page, 'reviews', title);
  await page.getByRole('button', { name: `History of ${title}, dimmed` }).click();
  const dialog = page.getByRole('dialog', { name: 'History of this review' });
  await dialog
    .getByRole('list', { name: 'Revisions, newest first' })
    .getByRole('button', { name: /^Created, published/ })
    .click();
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
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    viewport: { width: 390, height: 844 },
  });
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
  await page.getByLabel('Date and time').fill('2020-01-01T00:00:00');
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Show the site' }).click()]);
  await expect(opened.getByText('The site was empty at this time.')).toBeVisible();

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

test('the slider leads from change to change, by keyboard and by pointer', nightly, async ({ page, expectHost }) => {
  const site = await launch({ demo: false }); // nobody else publishes there
  try {
    expectHost(new URL(site.address).host);
    const admin = await requests.newContext({ baseURL: site.address });
    expect((await admin.post('/api/admin/login', { data: { username: 'admin', password } })).status()).toBe(200);
    // Marks are told apart by their seconds.
    const second = () => Math.floor(Date.now() / 1000);
    const nextSecond = async () => {
      const now = second();
      await expect.poll(second, { intervals: [50] }).toBeGreaterThan(now);
    };
    const { id } = await make(admin, 'reviews', reviewFields('A lamp'));
    await nextSecond();
    await make(admin, 'reviews', reviewFields('A chair'));
    await nextSecond();
    await change(admin, 'reviews', id, { title: 'A dim lamp', correction: 'It was too bright.' });
    await nextSecond();
    await nextSecond();

    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, { own: true, address: site.address });
    await page.goto(`${site.address}/admin/reviews`);
    await chooseInAccount(page, 'Time travel');
    const dialog = page.getByRole('dialog', { name: 'The site as it was' });
    const slider = dialog.getByRole('slider', { name: 'Moment' });
    const field = dialog.getByLabel('Date and time');
    await expect(dialog.getByText('After “A chair” was published')).toBeVisible(); // the middle one of three
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect((await slider.boundingBox())?.height).toBeGreaterThanOrEqual(24);

    await page.keyboard.press('Tab');
    await expect(slider).toBeFocused();
    const top = (await field.boundingBox())?.y;
    for (const [key, says] of [
      ['PageUp', 'After “A dim lamp” was corrected'],
      ['ArrowLeft', 'After “A chair” was published'],
      ['Home', 'After “A dim lamp” was published'], // its present title
      ['ArrowRight', 'After “A'],
      ['End', 'After “A dim lamp” was corrected'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(dialog.getByText(says)).toBeVisible();
    }
    await expect(field).toHaveValue((await field.getAttribute('max')) ?? '');
    await expect(slider).toHaveAttribute('aria-valuetext', /^[A-Z][a-z]+ \d+, \d{4}, \d\d:\d\d:\d\d UTC$/);
    expect((await field.boundingBox())?.y).toBe(top);

    await page.setViewportSize({ width: 1440, height: 900 });
    const chair = page.locator('[data-tip^="Published: A chair"]');
    await chair.hover();
    await expect(page.getByRole('tooltip')).toContainText('Published: A chair');
    await chair.click();
    await expect(dialog.getByText('After “A chair” was published')).toBeVisible();
    const moment = await field.inputValue();
    const [opened] = await Promise.all([page.waitForEvent('popup'), dialog.getByRole('button', { name: 'Show the site' }).click()]);
    await expect(opened.getByRole('complementary', { name: 'The site as it was' })).toContainText('The site as it stood on');
    expect(new URL(opened.url()).searchParams.get('asOf')).toBe(moment);
    const then = (await (await admin.get('/api/reviews', { params: { asOf: moment } })).json()) as { title: string }[];
    expect(then.map((review) => review.title).sort()).toEqual(['A chair', 'A lamp']);
    await admin.dispose();
  } finally {
    await page.close(); // its screens ask for news
    await site.stop();
  }
});
