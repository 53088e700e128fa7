// Markdown from the editor to the reader: typed, previewed, published, and read without JavaScript, on a phone and in both themes.
import { addReview, find, make, reviewFields, signIn, unique } from './editing';
import { expect, nightly, overflow, serverUrl, test } from './fixtures';

const content = [
  'It begins with a line.',
  '',
  '# Battery life',
  'It runs for **two days**, as [the maker](https://maker.example/battery) says and [the shop](https://shop.example/lamp) repeats.',
  '<script>window.__markdown = 1</script>',
  '',
  '## Measured',
  '| Test | Hours | Minutes | Percent of the claim | Brightness in the middle of the lamp | Temperature of the housing |',
  '|---|--:|--:|--:|--:|--:|',
  '| Reading | 12 | 720 | 96 | 410 | 31 |',
  '',
  '- It charges from any cable.',
  '- It stays `quiet`.',
  '',
  '> A lamp for two.',
  '',
  '```',
  `charge --until ${'full '.repeat(40)}`,
  '```',
].join('\n');

test('an editor previews Markdown and publishes it, and readers see it without JavaScript', async ({ page, browser, expectComplaint }) => {
  expectComplaint(/status of 500/);
  await signIn(page);
  const title = unique('A marked-down lamp');
  const dialog = await addReview(page);
  const typed = {
    'Product Name': 'Lamp',
    Brand: 'Oddvar',
    Author: 'Ada Editor',
    'Review Title': title,
    'Review Content': content,
    Verdict: 'Buy *this* lamp.',
    'AliExpress Link': 'https://shop.example/item',
  };
  for (const [label, text] of Object.entries(typed)) await dialog.getByLabel(label, { exact: true }).fill(text);

  const preview = dialog.getByRole('tabpanel', { name: 'Preview' });
  const failing = '**/api/admin/markdown';
  await page.route(failing, (route) => route.fulfill({ status: 500, json: { title: 'Internal Server Error', status: 500 } }));
  await dialog.getByRole('tab', { name: 'Preview' }).click();
  await expect(preview.getByText('The preview could not be loaded')).toBeVisible();
  await page.unroute(failing);
  await preview.getByRole('button', { name: 'Try again' }).click();
  await expect(preview.getByRole('heading', { level: 2, name: 'Battery life' })).toBeVisible();
  await expect(preview.getByRole('heading', { level: 3, name: 'Measured' })).toBeVisible();
  await expect(preview.getByRole('cell', { name: '720' })).toBeVisible();
  await expect(preview.getByText('<script>window.__markdown = 1</script>')).toBeVisible();
  await expect(preview.getByRole('link', { name: 'the maker' })).toHaveAttribute('rel', 'nofollow noopener');
  await expect(preview.getByRole('link', { name: 'the shop' })).toHaveAttribute('rel', 'nofollow noopener sponsored');
  await expect(preview.locator('em').filter({ hasText: 'this' })).toBeVisible();

  await dialog.getByRole('switch', { name: 'Published' }).click();
  await dialog.getByRole('button', { name: 'Create Review' }).click();
  await expect(page.getByText('Review created').first()).toBeVisible();
  const made = await find(page.request, 'reviews', title);
  expect(made?.content).toBe(content);

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: serverUrl(), viewport: { width: 390, height: 844 } });
  const reader = await context.newPage();
  await reader.goto(`/reviews/${made?.id}`);
  const text = reader.locator('#text');
  await expect(text.getByRole('heading', { level: 2, name: 'Battery life' })).toBeVisible();
  await expect(text.getByRole('table')).toBeVisible();
  await expect(text.getByRole('listitem')).toHaveText(['It charges from any cable.', 'It stays quiet.']);
  await expect(text.getByText('<script>window.__markdown = 1</script>')).toBeVisible();
  await expect(text.locator('script')).toHaveCount(0);
  await expect(text.getByRole('link', { name: 'the maker' })).toHaveAttribute('rel', 'nofollow noopener');
  await expect(text.getByRole('link', { name: 'the shop' })).toHaveAttribute('rel', 'nofollow noopener sponsored');
  expect(await reader.locator('meta[name=description]').getAttribute('content')).toMatch(
    /^It begins with a line\. Battery life It runs for two days, as the maker says/,
  );
  await context.close();
});

test('a page fits a phone, and its wide parts scroll by keyboard', nightly, async ({ page }) => {
  await signIn(page);
  const { id } = await make(page.request, 'reviews', { ...reviewFields(unique('A wide lamp')), content, verdict: content });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/reviews/${id}`);
    await expect(page.locator('#text').getByRole('table')).toBeVisible();
    expect(await overflow(page), `${width} px`).toBe(0);
    expect(await page.evaluate(() => '__markdown' in window)).toBe(false);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const frame = page.locator('#text').getByRole('group', { name: 'Table' });
  await frame.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => frame.evaluate((e) => e.scrollLeft)).toBeGreaterThan(0);
});
