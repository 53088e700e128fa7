// Scores in parts, shops and prices: from the settings and the editor to the reader.
import { answer } from './editing';
import { escape, expect, nightly, overflow, test } from './fixtures';
import { ownSite } from './own-site';

const review = {
  productName: 'Lamp 2',
  productBrand: 'Lumen',
  categoryId: 1,
  title: 'A lamp for two',
  content: 'It shines.',
  authorName: 'Ada',
  isPublished: true,
};

test('criteria are weighed, reviews are scored by them, and readers see bars', async ({ page, expectComplaint, expectHost }) => {
  test.setTimeout(120_000);
  expectComplaint(/status of 400/);
  await ownSite(page, expectHost, async (address) => {
    const made = await page.request.post(`${address}/api/reviews`, { data: { ...review, rating: 3 } });
    expect(made.status()).toBe(201);
    const how = await page.request.post(`${address}/api/pages`, {
      data: { title: 'How we test', slug: 'how-we-test', content: 'With care.', isPublished: true },
    });
    expect(how.status()).toBe(201);

    // The categories of the specification come with criteria.
    await page.goto(`${address}/admin/settings/categories`);
    await page.getByRole('button', { name: 'Edit Computers & Laptops' }).click();
    const dialog = page.getByRole('dialog');
    const field = (name: string) => dialog.getByLabel(name, { exact: true });
    await expect(field('Criterion 1')).toHaveValue('Performance');
    await dialog.getByRole('button', { name: 'Add criterion' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert').filter({ hasText: 'Name is required' })).toBeVisible();
    await field('Criterion 6').fill('Repair');
    await field('Weight of criterion 6').fill('25');
    await expect(dialog.getByText('20 % of the score')).toBeVisible(); // 25 of 125
    await dialog.getByRole('button', { name: 'Add specification' }).click();
    await field('Specification 5').fill('Price of a battery');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Edit Computers & Laptops' }).click();
    await expect(field('Weight of criterion 6')).toHaveValue('20');
    await expect(field('Specification 5')).toHaveValue('Price of a battery');
    await escape(dialog);

    // Scores suggest the rating; one that was typed stays, until it is taken.
    await page.goto(`${address}/admin/reviews/1/edit`);
    await expect(field('Performance (24 %)')).toBeVisible();
    await field('Performance (24 %)').fill('4');
    await expect(dialog.getByText('These scores suggest 4.0.')).toBeVisible();
    await expect(field('Rating')).toHaveValue('3');
    await dialog.getByRole('button', { name: 'Use 4.0 as rating' }).click();
    await field('Repair (20 %)').fill('6');
    await dialog.getByRole('button', { name: 'Update Review' }).click();
    await expect(dialog.getByRole('alert').filter({ hasText: 'Repair must be at most 5' })).toBeVisible();
    await field('Repair (20 %)').fill('5');
    await expect(field('Rating')).toHaveValue('4.5');
    await field('Why this score (optional): Performance').fill('It is quick.');
    await dialog.getByRole('button', { name: 'Update Review' }).click();
    // The score of something published has changed: what is that to readers?
    await answer(page, 'Update', 'Update Review');
    await expect(page.getByText('Review updated').first()).toBeVisible();

    await page.goto(`${address}/reviews/1`);
    const scores = page.locator('#scores');
    await expect(scores).toContainText('Performance 24 % of the score');
    await expect(scores).toContainText('4.0/5');
    await expect(scores).toContainText('It is quick.');
    await expect(page.getByRole('region', { name: 'Updates' })).toContainText('Performance 4.0');
    await page.getByRole('main').getByRole('link', { name: 'Rated 4.5 out of 5' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'How we test' })).toBeVisible();

    // A criterion that is used is retired, and the review keeps its score.
    await page.goto(`${address}/admin/settings/categories`);
    await page.getByRole('button', { name: 'Edit Computers & Laptops' }).click();
    await dialog.getByRole('button', { name: 'Remove criterion 6' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Edit Computers & Laptops' }).click();
    await expect(dialog.getByRole('list', { name: 'Retired criteria' })).toContainText('Repair (retired)');
    await page.goto(`${address}/reviews/1`);
    await expect(scores).toContainText('Repair 20 % of the score');
  });
});

test('shops have prices, and the price has a history that is the log’s', nightly, async ({ page, expectComplaint, expectHost }) => {
  test.setTimeout(120_000);
  expectComplaint(/status of 400/);
  await ownSite(page, expectHost, async (address) => {
    const { id } = (await (
      await page.request.post(`${address}/api/reviews`, {
        data: { ...review, productPrice: 1299, aliexpressLink: 'https://example.com/a' },
      })
    ).json()) as { id: number };
    await page.goto(`${address}/admin/reviews/${id}/edit`);
    const dialog = page.getByRole('dialog');
    const field = (name: string) => dialog.getByLabel(name, { exact: true });
    await field('Price at AliExpress').fill('1250');
    await dialog.getByRole('button', { name: 'Add shop' }).click();
    await field('Shop').fill('Corner shop');
    await field('Address').fill('ftp://example.com/');
    await dialog.getByRole('button', { name: 'Update Review' }).click();
    await expect(dialog.getByRole('alert').filter({ hasText: 'URL must start with http:// or https://' }).first()).toBeVisible();
    await field('Address').fill('https://example.com/corner');
    await field('Price').fill('1279.5');
    await dialog.getByRole('button', { name: 'Update Review' }).click();
    await answer(page, 'Update', 'Update Review');
    await expect(page.getByText('Review updated').first()).toBeVisible();

    for (const productPrice of [1199, 999])
      expect((await page.request.patch(`${address}/api/reviews/${id}`, { data: { productPrice, update: '' } })).status()).toBe(200);
    await page.goto(`${address}/reviews/${id}`);
    const shops = page.getByRole('link', { name: /^Buy on/ });
    await expect(shops).toHaveText(['Buy on AliExpress', 'Buy on Corner shop']);
    for (const shop of await shops.all()) expect(await shop.getAttribute('rel')).toBe('sponsored noopener');
    await expect(page.getByText(/^\$1,250 on [A-Z][a-z]+ \d+$/)).toBeVisible();
    await expect(page.getByText(/^when reviewed, [A-Z][a-z]+ \d+$/)).toBeVisible();

    // What the chart says, and what the log says.
    type Revision = { at: string; changes: { field: string; new: unknown }[] };
    const history = (await (await page.request.get(`${address}/api/admin/reviews/${id}/history`)).json()) as Revision[];
    const logged = history
      .flatMap(({ changes }) => changes.flatMap((change) => (change.field === 'productPrice' ? [Number(change.new)] : [])))
      .reverse();
    const points = page.locator('figure', { hasText: 'Price over time' }).getByRole('listitem');
    await expect(points).toHaveCount(3);
    expect((await points.locator('span').allTextContents()).map((text) => Number(text.replace(/[$,]/g, '')))).toEqual(logged);
    expect(logged).toEqual([1299, 1199, 999]);
  });
});
