// Publishing on purpose: a checklist, a schedule, links to show a draft to somebody, and two editors who know of each other.
import { addReview, editor, editReview, find, make, openList, read, reviewFields, signIn, unique } from './editing';
import { escape, expect, nightly, overflow, test } from './fixtures';

test.beforeEach(async ({ page }) => signIn(page));

const required = {
  'Product Name': 'Lamp',
  Brand: 'Lumen',
  Author: 'Ada',
  'Review Content': 'It shines. [Shop](https://shop) [Light](#text-light) [Dark](#text-dark)\n# Light',
};

test('Publish says what is missing, and nothing but required fields prevents it', async ({ page }) => {
  const title = unique('A review to publish');
  const dialog = await addReview(page);
  await dialog.getByLabel('Review Title', { exact: true }).fill(title);
  await dialog.getByRole('button', { name: 'Publish…' }).click();
  const publish = page.getByRole('dialog', { name: 'Publish this review' });
  const needed = publish.getByRole('region', { name: 'Needed before publishing' });
  await expect(needed.getByRole('button')).toHaveText([
    'Product Name is required',
    'Brand is required',
    'Author is required',
    'Review Content is required',
  ]);
  await publish.getByRole('button', { name: 'Publish now' }).click();
  await expect(publish).toBeHidden();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Brand is required' })).toBeVisible();
  expect(await find(page.request, 'reviews', title)).toBeUndefined();

  for (const [label, text] of Object.entries(required)) await dialog.getByLabel(label, { exact: true }).fill(text);
  await dialog.getByRole('button', { name: 'Publish…' }).click();
  await expect(needed).toBeHidden();
  const checks = publish.getByRole('list', { name: 'Checklist' }).getByRole('listitem');
  await expect(checks).toHaveText([
    /^Score.*Not set yet/,
    /^Picture.*No picture/,
    /^Verdict.*No verdict/,
    /^Category.*Default category: /,
    /^Length.*6 words.*Aim for 1,000/,
    /^Links.*Check “https:\/\/shop”, “#text-dark”\./,
  ]);
  await expect(publish.getByRole('img', { name: 'Missing' })).toHaveCount(6);
  await publish.getByRole('button', { name: 'Show Score' }).click();
  await expect(dialog.getByLabel('Rating', { exact: true })).toBeFocused();
  await dialog.getByLabel('Rating', { exact: true }).fill('4.5');
  await dialog.getByRole('textbox', { name: 'Verdict' }).fill('Buy it.');
  await dialog.getByRole('button', { name: 'Publish…' }).click();
  await expect(checks.filter({ hasText: 'Score' }).getByRole('img', { name: 'Done' })).toBeVisible();
  await expect(publish.getByRole('img', { name: 'Missing' })).toHaveCount(4);
  await publish.getByRole('button', { name: 'Confirm Category' }).click();
  await expect(publish.getByRole('img', { name: 'Missing' })).toHaveCount(3);
  await publish.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText('Review created').first()).toBeVisible();
  const made = await find(page.request, 'reviews', title);
  expect(made).toMatchObject({ isPublished: true, rating: 4.5 });
  await expect(page.getByText('Published. View review').first()).toBeVisible();
  await page.getByRole('button', { name: 'View review' }).click();
  await expect(page).toHaveURL(`/reviews/${made?.id}`);
});

test('by keyboard alone: written, saved, checked and published', nightly, async ({ page }) => {
  const title = unique('A review by keys');
  await make(page.request, 'reviews', { ...reviewFields(title), isPublished: false });
  await openList(page, 'reviews', title);
  await page.getByRole('button', { name: `Edit ${title}` }).focus();
  await page.keyboard.press('Enter');
  const dialog = await editor(page, 'Review Title');
  await expect(dialog.getByLabel('Review Title')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' again');
  await page.keyboard.press('Control+s');
  await expect(dialog.getByText(/^Saved \d+:\d\d.[AP]M$/)).toBeVisible();
  await expect(dialog.getByLabel('Review Title')).toBeFocused();
  const press = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    for (let stops = 0; stops < 60 && !(await button.evaluate((b) => b === document.activeElement)); stops++)
      await page.keyboard.press('Shift+Tab');
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
  };
  await press('Publish…');
  const publish = page.getByRole('dialog', { name: 'Publish this review' });
  await expect(publish.getByRole('button', { name: 'Close' })).toBeFocused();
  await escape(publish);
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(publish).toBeVisible();
  await press('Publish now');
  await expect(page.getByText('Review updated').first()).toBeVisible();
  expect(await find(page.request, 'reviews', `${title} again`)).toMatchObject({ isPublished: true });
  await expect(page.getByRole('button', { name: `Edit ${title} again` })).toBeFocused();
});

test('a preview link shows the draft, follows it, and is withdrawn', async ({ page, browser, context, baseURL, expectComplaint }) => {
  expectComplaint(/404/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const title = unique('A review to show');
  const made = await make(page.request, 'reviews', { ...reviewFields(title), isPublished: false });
  const dialog = await editReview(page, title);
  await dialog.getByRole('textbox', { name: 'Verdict' }).fill('First verdict');
  const links = dialog.getByRole('region', { name: 'Preview links' });
  await links.getByRole('button', { name: 'Create preview link' }).click();
  await expect(links.getByText(/Anyone with this link can read the draft until \w+ \d+\./)).toBeVisible();
  const url = await links.getByRole('textbox').inputValue();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(url);

  const elsewhere = await browser.newContext({ ...(baseURL ? { baseURL } : {}), viewport: { width: 390, height: 844 } });
  const reader = await elsewhere.newPage();
  const tracked: string[] = [];
  reader.on('request', (r) => {
    if (r.url().endsWith('/api/track')) tracked.push(r.postData() ?? '');
  });
  await reader.goto(url);
  await expect(reader.getByText('Preview. Not published.')).toBeVisible();
  await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(reader.getByText('Draft', { exact: true })).toBeVisible();
  await expect(reader.getByText('First verdict').first()).toBeVisible();
  await expect(reader.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  expect(await overflow(reader)).toBeLessThanOrEqual(0);
  await dialog.getByRole('textbox', { name: 'Verdict' }).fill('Second verdict');
  await page.keyboard.press('Control+s');
  await expect(dialog.getByText('Saving…')).toBeHidden();
  await expect(async () => {
    await reader.reload();
    await expect(reader.getByText('Second verdict').first()).toBeVisible({ timeout: 2000 });
  }).toPass();
  expect((await reader.request.get(`/reviews/${made.id}`)).status()).toBe(404);

  await links.getByRole('button', { name: 'Withdraw link' }).click();
  await page.getByRole('alertdialog', { name: 'Withdraw this link?' }).getByRole('button', { name: 'Withdraw' }).click();
  await expect(links.getByRole('textbox')).toBeHidden();
  await reader.reload();
  await expect(reader.getByRole('heading', { name: 'Preview Not Found' })).toBeVisible();
  await reader.getByRole('link', { name: 'Back to Home' }).click();
  await expect(reader).toHaveURL(/\/$/);
  await expect.poll(() => tracked.length).toBeGreaterThan(0);
  expect(tracked.join()).not.toContain('/preview');
  await elsewhere.close();
});

test('articles and pages have drafts, previews, the checklist and a schedule, too', nightly, async ({ page }) => {
  for (const [kind, tab, fields] of [
    ['news', 'articles', { category: 'AI', authorName: 'Ada' }],
    ['pages', 'pages', {}],
  ] as const) {
    await test.step(tab, async () => {
      const title = unique('A thing');
      const made = await make(page.request, kind, { title, content: 'One.', ...fields });
      await page.goto(`/admin/${tab}/${made.id}/edit`);
      const dialog = await editor(page, 'Title');
      await dialog.getByLabel('Content').fill('Two, with [a link](https://example.org).');
      await page.keyboard.press('Control+s');
      await expect(dialog.getByText(/^Saved \d+:\d\d.[AP]M$/)).toBeVisible();
      await dialog.getByRole('button', { name: 'Create preview link' }).click();
      const url = await dialog.getByRole('region', { name: 'Preview links' }).getByRole('textbox').inputValue();
      await dialog.getByRole('button', { name: 'Publish…' }).click();
      await expect(
        page.getByRole('list', { name: 'Checklist' }).getByRole('listitem').filter({ hasText: 'Links' }).getByRole('img', { name: 'Done' }),
      ).toBeVisible();
      await escape(page.getByRole('dialog', { name: /^Publish this/ }));
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('row', { name: title }).getByText('Draft changes')).toBeVisible();
      await page.goto(url);
      await expect(page.getByText('Preview. Not published.')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('link', { name: 'a link' })).toBeVisible();
      await openList(page, tab, title);
      await page.getByRole('button', { name: `Apply changes of ${title}` }).click();
      await expect(page.getByText('Changes applied').first()).toBeVisible();
      expect(await read(page.request, kind, made.id)).toMatchObject({
        content: 'Two, with [a link](https://example.org).',
        isPublished: false,
      });

      await page.goto(`/admin/${tab}/${made.id}/edit`);
      await editor(page, 'Title');
      await dialog.getByRole('button', { name: 'Publish…' }).click();
      const publish = page.getByRole('dialog', { name: /^Publish this/ });
      await publish.getByLabel('Publish at', { exact: true }).fill('2031-03-04T12:00');
      await publish.getByRole('button', { name: 'Schedule' }).click();
      await expect(dialog).toBeHidden();
      expect(await read(page.request, kind, made.id)).toMatchObject({
        isPublished: false,
        publishAt: expect.stringMatching(/^2031-03-0[345]T/),
      });
    });
  }
});
