// Comparing products: chosen on cards and reviews, side by side on a desktop and a phone, by keyboard and in print.
import { expect, interactive, nightly, overflow, test } from './fixtures';

const tray = { name: 'Products to compare' };
const phone = { width: 390, height: 844 };

test('products are chosen by keyboard, survive a reload, and stand side by side', async ({ page, context }) => {
  await page.goto('/category/computers');
  await interactive(page);
  await page.locator('summary', { hasText: 'Scores' }).first().click();
  const toggle = (name: string) => page.getByRole('button', { name: `Compare ${name}` });
  await toggle('Tarnholt Slate 14').focus();
  await page.keyboard.press('Space');
  await expect(toggle('Tarnholt Slate 14')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('region', tray)).toContainText('Choose one more to compare');

  await page.goto('/reviews/5');
  await interactive(page);
  await expect(page.getByRole('region', tray).getByRole('link')).toHaveText(['Tarnholt Slate 14']);
  await toggle('Fennimark Duet 16').click();
  // Another tab follows.
  const other = await context.newPage();
  await other.goto('/reviews/14');
  await expect(other.getByRole('region', tray)).toContainText('2 products to compare');
  await other.close();
  await page.reload();
  const compare = page.getByRole('region', tray).getByRole('link', { name: 'Compare', exact: true });
  await compare.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/compare\?reviews=14,5$/);
  await expect(page.getByRole('columnheader').getByRole('link', { name: /Slate|Duet/ })).toHaveText([
    'Tarnholt Slate 14',
    'Remove',
    'Fennimark Duet 16',
    'Remove',
  ]);
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  await expect(row('Price').getByRole('cell').first()).toContainText('$1,299');
  await expect(row('Price').getByRole('cell').first()).toContainText('Better');
  await expect(row('Weight').getByRole('cell')).toHaveText(['1.12 kg measuredBetter', '2.41 kg with keyboard']);
  await expect(row('Memory').getByRole('cell')).toHaveText(['16 or 32 GB, soldered', '32 GB']); // the category doesn't say which is better

  await page.getByRole('link', { name: 'Show differences only' }).click();
  await expect(page).toHaveURL(/\/compare\?reviews=14,5&only=differences$/);
  await expect(page.getByRole('link', { name: 'Show all' })).toBeVisible();
  await page.getByRole('link', { name: 'Remove Fennimark Duet 16' }).click();
  await expect(page.getByText('Nothing to compare the Tarnholt Slate 14 with yet')).toBeVisible();
});

test('products are chosen on the home page and in what a search finds, whose tray comes with the first', nightly, async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/');
  await interactive(page);
  const toggles = page.getByRole('button', { name: /^Compare / });
  const cards = page.getByRole('article').filter({ has: toggles });
  await expect(toggles).toHaveCount(6); // three featured, three of the latest
  const before = scripts.length;
  await toggles.first().focus();
  await page.keyboard.press('Space');
  await expect(toggles.first()).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('region', tray)).toContainText('Choose one more to compare');
  expect(scripts.slice(before).join()).toContain('/compare-tray-');
  await cards.nth(4).getByRole('button').click(); // and not the link of the card below it
  await expect(page.getByRole('region', tray)).toContainText('2 products to compare');
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.reload();
  await expect(page.getByRole('region', tray)).toContainText('2 products to compare');
  await expect(cards.nth(4).getByRole('button')).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('region', tray).getByRole('button', { name: 'Clear' }).click();
  await page.setViewportSize(phone);
  await cards.nth(1).getByRole('button').click();
  await expect(page.getByRole('region', tray)).toContainText('Choose one more to compare');
  expect(await overflow(page)).toBeLessThanOrEqual(0);

  // Put away, it stays away in this tab until a product is added.
  await page.getByRole('button', { name: 'Put the tray away' }).click();
  await expect(page.getByRole('region', tray)).toHaveCount(0);
  await expect(page.locator('main')).toBeFocused();
  await page.reload();
  await expect(cards.nth(1).getByRole('button')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('region', tray)).toHaveCount(0);
  await cards.nth(2).getByRole('button').click();
  await expect(page.getByRole('region', tray)).toContainText('2 products to compare');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('region', tray).getByRole('button', { name: 'Clear' }).click();

  await page.goto('/reviews?search=laptop');
  await interactive(page);
  await page.getByRole('button', { name: 'Compare Tarnholt Slate 14' }).click();
  await expect(page.getByRole('region', tray).getByRole('link')).toHaveText(['Tarnholt Slate 14']);
  await expect(page).toHaveURL(/search=laptop$/);
});

test('a comparison and the tray of four fit a phone, and prints without its buttons', nightly, async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/reviews');
  await interactive(page);
  const toggles = page.getByRole('button', { name: /^Compare / });
  for (const i of [0, 1, 2, 3]) await toggles.nth(i).click();
  await expect(toggles.nth(4)).toHaveAttribute('aria-disabled', 'true');
  expect((await page.getByRole('region', tray).boundingBox())?.height).toBeLessThan(52);
  for (const [address, products] of [
    ['/compare?reviews=14,5', 2],
    ['/compare?reviews=14,5,10,2', 4],
  ] as const) {
    await page.goto(address);
    await expect(
      page
        .getByRole('columnheader')
        .getByRole('heading')
        .or(page.getByRole('columnheader').getByRole('link', { name: /^Remove/ })),
    ).toHaveCount(products);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  }
  await interactive(page);
  const region = page.getByRole('region', { name: 'Comparison' });
  await region.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  await page.evaluate(() => window.scrollTo(0, 0));
  // A row's name stands above its values.
  const name = await page.getByRole('rowheader', { name: 'Weight', exact: true }).boundingBox();
  const value = await page.getByRole('cell', { name: '1.12 kg measured' }).boundingBox();
  expect((name?.y ?? NaN) + (name?.height ?? NaN)).toBeLessThanOrEqual((value?.y ?? NaN) + 1);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('link', { name: 'Show differences only' })).toBeHidden();
  await expect(page.getByRole('link', { name: /^Remove/ }).first()).toBeHidden();
  await expect(page.getByRole('cell', { name: '1.12 kg measured' })).toBeVisible();
});
