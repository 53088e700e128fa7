// Searching the reviews: the address is the state of the page.
import { expect, interactive, nightly, overflow, test } from './fixtures';

const phone = { width: 390, height: 844 };

test('results come while typing, without filling the history; a search is in the address, and survives Back', async ({ page }) => {
  await test.step('while typing', async () => {
    await page.goto('/about');
    await page.goto('/reviews');
    const box = page.getByRole('searchbox', { name: 'Search reviews' });
    const found = page.getByRole('main').getByRole('article');
    await expect(found.first()).toBeVisible();
    await box.pressSequentially('batt', { delay: 20 });
    await expect(page).toHaveURL(/\/reviews\?search=batt$/);
    await expect(page.getByRole('heading', { level: 2, name: /^\d+ results? for “batt”$/ })).toBeVisible();
    await box.pressSequentially('ery ', { delay: 20 });
    await expect(page).toHaveURL(/\/reviews\?search=battery$/);
    await expect(box).toHaveValue('battery '); // what is being typed is left alone
    await expect(page.getByRole('heading', { level: 2, name: /^\d+ results? for “battery”$/ })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
  });
  await test.step('from the home page, there and back', async () => {
    await page.goto('/');
    await page.getByRole('searchbox').fill('  robot ');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL(/\/reviews\?search=robot$/);
    const found = page.getByRole('main').getByRole('article');
    await expect(page.getByRole('heading', { level: 2, name: /^\d+ results? for “robot”$/ })).toBeVisible(); // the home page has left
    await expect(found.first()).toBeVisible();
    const some = await found.count();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(page).toHaveURL(/\/reviews$/);
    await expect.poll(() => found.count()).toBeGreaterThan(some);
    await page.goBack();
    await expect(page.getByRole('searchbox')).toHaveValue('robot');
    await expect(found).toHaveCount(some);
  });
});

test('what is found is narrowed, without a script, too', nightly, async ({ browser, page }) => {
  const without = await browser.newContext({ javaScriptEnabled: false });
  const plain = await without.newPage();
  await plain.goto('/reviews?search=laptop');
  const found = plain.getByRole('main').getByRole('article');
  await expect(found.first()).toContainText('From $1,299');
  await expect(found.first().getByRole('img', { name: 'Rated 4.6 out of 5' })).toBeVisible();
  await plain.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Tech articles (1)' });
  await plain.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(plain).toHaveURL(/\?search=laptop&type=article/);
  await expect(found).toHaveCount(1);
  await plain.getByRole('link', { name: 'Clear all' }).click();
  await expect(found).not.toHaveCount(1);
  await without.close();

  await page.goto('/reviews?search=laptop');
  await interactive(page);
  await page.getByRole('combobox', { name: 'Score' }).selectOption('4.5');
  await expect(page).toHaveURL(/\?search=laptop&minScore=4.5$/);
  await expect(page.getByRole('heading', { level: 2, name: '1 result for “laptop”' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2, name: /^[2-9] results for “laptop”$/ })).toBeVisible();
});

test.describe('the field in the header', () => {
  test('suggests while one types, by keyboard, and nothing moves', async ({ page }) => {
    await page.goto('/about');
    await interactive(page);
    const field = page.getByRole('combobox', { name: 'Search Candor' });
    const headline = page.getByRole('heading', { level: 1 });
    await page.evaluate(() => document.fonts.ready); // a typeface that comes late may break its lines elsewhere
    const place = await headline.boundingBox();
    await page.keyboard.press('/');
    await expect(field).toBeFocused();
    await field.pressSequentially('tar', { delay: 20 });
    const list = page.getByRole('listbox', { name: 'Suggestions' });
    await expect(list.getByRole('group', { name: 'Brand' }).getByRole('option', { name: 'Tarnholt', exact: true })).toBeVisible();
    await expect(page.getByRole('search', { name: 'Site' }).getByRole('status')).toHaveText(/^\d+ suggestions$/);
    expect(await headline.boundingBox()).toEqual(place);
    await field.press('Escape');
    await expect(list).toBeHidden();
    await expect(field).toHaveValue('tar');
    await field.press('Escape');
    await expect(field).toHaveValue('');

    const suggested = page.waitForResponse(/\/suggest\?q=tarn$/); // what comes later would be another list
    await field.pressSequentially('tarn');
    await suggested;
    await expect(list).toBeVisible();
    await field.press('ArrowDown');
    await expect(list.getByRole('option', { selected: true })).toHaveText('Tarnholt Slate 14');
    await field.press('Enter');
    await expect(page).toHaveURL(/\/reviews\/14$/);
    await expect(list).toBeHidden();
  });

  test('opens under the header of a phone', nightly, async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto('/about');
    await interactive(page);
    const field = page.getByRole('combobox', { name: 'Search Candor' });
    const open = page.getByRole('button', { name: 'Open search' });
    await expect(field).toBeHidden();
    await open.click();
    await expect(field).toBeFocused();
    const suggested = page.waitForResponse(/\/suggest\?q=tarn$/); // what comes later would be another list
    await field.pressSequentially('tarn');
    await suggested;
    await expect(page.getByRole('option', { name: 'Tarnholt', exact: true })).toBeVisible();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    for (const value of ['tarn', '']) {
      await field.press('Escape');
      await expect(field).toHaveValue(value);
    }
    await field.press('Escape');
    await expect(field).toBeHidden();
    await open.click();
    await field.fill('battery');
    await field.press('Enter');
    await expect(page).toHaveURL(/\/reviews\?search=battery$/);
    await expect(field).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  });
});
