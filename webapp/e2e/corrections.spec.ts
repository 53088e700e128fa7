// Corrections and updates as readers meet them: on the page, in the list of all, on a phone, by keyboard, in print, with and without
// JavaScript.
import { change, make, reviewFields, signIn, unique } from './editing';
import { expect, interactive, overflow, test } from './fixtures';

test.beforeEach(async ({ page }) => signIn(page));

test('an update, a correction and a typo are told apart, with and without JavaScript', async ({ page, browser, baseURL }) => {
  const title = unique('A lamp');
  const { id } = await make(page.request, 'reviews', {
    ...reviewFields(title),
    content: 'It shines for two hours.\n\nIt is brigth.',
    rating: 4.6,
    productPrice: 1299,
  });
  await change(page.request, 'reviews', id, { content: 'It shines for two hours.\n\nIt is bright.', typo: true });
  await change(page.request, 'reviews', id, {
    content: 'It shines for three hours.\n\nIt is bright.',
    productPrice: 999,
    correction: 'We had timed another lamp.',
  });
  await change(page.request, 'reviews', id, { rating: 4, update: '' });

  const plain = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const reader = await plain.newPage();
  const says = async (on: typeof page) => {
    const notices = on.getByRole('list', { name: 'Corrections and updates' }).getByRole('link');
    await expect(notices).toHaveText([
      /^Updated on [A-Z][a-z]+ \d+: 4\.6 → 4\.0$/,
      /^Corrected on [A-Z][a-z]+ \d+: price \$1,299 → \$999, text$/,
    ]);
    const record = on.getByRole('region', { name: 'Corrections and updates' });
    await expect(record.getByRole('listitem')).toHaveText([
      /^Updated .*\d{4}Rating.*4\.6 → 4\.0/,
      /^Corrected .*\d{4}We had timed another lamp\.Price.*\$1,299 → \$999.*TextIt shines for removed: two added: three hours\./,
    ]);
    return record;
  };
  await reader.goto(`/reviews/${id}`);
  await says(reader);
  const served = await reader.locator('main article').first().innerText(); // what stands below it may have changed meanwhile

  await page.goto(`/reviews/${id}`);
  await interactive(page);
  const record = await says(page);
  const withoutButtons = (text: string) => text.replace(/\s*(Share|Compare)(?=\n)/g, '');
  expect(withoutButtons(await page.locator('main article').first().innerText())).toBe(withoutButtons(served));
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '') as {
    review: { correction: object[]; dateModified: string };
  };
  expect(data.review.correction).toEqual([expect.objectContaining({ '@type': 'CorrectionComment', text: 'We had timed another lamp.' })]);

  // By keyboard from the line below the headline to its entry.
  await page.getByRole('link', { name: /^Corrected on / }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#correction-\d+$/);
  await expect(record.getByText('We had timed another lamp.')).toBeInViewport();

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.emulateMedia({ media: 'print' });
  await expect(record.getByText('We had timed another lamp.')).toBeVisible();
  await expect(record.getByRole('link', { name: 'Feed' })).toBeHidden();
  await plain.close();
});

test('all corrections are on a page of their own, newest first', async ({ page, browser, baseURL }) => {
  const title = unique(`A${' very'.repeat(18)} long headline`);
  const { id } = await make(page.request, 'news', {
    title,
    content: 'It has ten rooms.',
    category: 'AI',
    authorName: 'Ada',
    isPublished: true,
  });
  await change(page.request, 'news', id, { content: 'It has twelve rooms.', correction: 'We had not seen the cellar.' });
  await change(page.request, 'news', id, { content: `It has twelve rooms. ${'It grows. '.repeat(400)}`, update: '' });

  await page.goto('/about');
  await interactive(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Corrections' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Corrections' })).toBeVisible();
  const entries = page.getByRole('main').getByRole('listitem').filter({ hasText: title });
  await expect(entries).toHaveText([/^Update.*\d{4}Tech article/, /^Correction.*\d{4}Tech article.*We had not seen the cellar\./]);
  await expect(entries.nth(1).locator('del')).toHaveText('removed: ten');
  await expect(entries.nth(1).locator('ins')).toHaveText('added: twelve');
  await expect(page.getByRole('link', { name: 'Subscribe to corrections' })).toHaveAttribute('href', '/corrections.xml');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  let come: () => void = () => undefined;
  const awaited = new Promise<void>((now) => (come = now));
  await page.route(`**/api/news/${id}`, async (route) => {
    // the article comes later than it was asked for
    await awaited;
    await route.continue();
  });
  const asked = page.waitForRequest(`**/api/news/${id}`);
  await entries.nth(1).getByRole('link', { name: title }).first().focus();
  await page.keyboard.press('Enter');
  await asked;
  come();
  await expect(page).toHaveURL(new RegExp(`/tech-articles/${id}#correction-\\d+$`));
  await expect(page.getByRole('heading', { level: 1, name: 'Corrections' })).toBeHidden();
  await expect(page.getByText('We had not seen the cellar.')).toBeInViewport();

  const plain = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const reader = await plain.newPage();
  await reader.goto('/corrections');
  await expect(reader.getByText('We had not seen the cellar.').first()).toBeVisible();
  await plain.close();
  expect(await (await page.request.get('/sitemap.xml')).text()).toContain('/corrections</loc>');
});
