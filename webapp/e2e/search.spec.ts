// Searching the reviews: the address is the state of the page.
import { expect, overflow, interactive, test, visit } from './fixtures';

const phone = { width: 390, height: 844 };

test('results come while typing, without filling the history', async ({ page }) => {
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

test('matches are marked, whatever their case, in titles and texts', async ({ page }) => {
  await page.goto('/reviews?search=BATTERY');
  const found = page.getByRole('main').getByRole('article');
  await expect(found.first()).toBeVisible();
  for (const one of await found.all()) await expect(one.locator('mark').first()).toHaveText(/^batter(y|ies)$/i);
  await expect(page.getByRole('link', { name: /^Yarrowick Lantern/ }).locator('mark')).toHaveText('battery');
});

test('an author’s name finds what they wrote', async ({ page }) => {
  await page.goto('/reviews?search=odile%20march');
  await expect(page.getByRole('main').getByRole('article').getByRole('link', { name: /^Tarnholt Slate 14/ })).toBeVisible();
});

test('a search without results says what to do, and leads back', async ({ page }) => {
  await page.goto('/reviews?search=%20zyzzyva%20');
  await expect(page.getByRole('searchbox')).toHaveValue('zyzzyva');
  await expect(page.getByText('No results found')).toBeVisible();
  await expect(page.getByText('Try adjusting your search terms.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Latest Reviews' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all reviews' }).click();
  await expect(page).toHaveURL(/\/reviews$/);
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('blank text is no search', async ({ page }) => {
  await page.goto('/reviews');
  await interactive(page); // until then it is a plain form, which the browser sends
  await page.getByRole('searchbox').fill('   ');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reviews$/);
});

test('results come in sections, rendered whole, and are fetched only once', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/reviews?search=battery');
  await interactive(page);
  const main = page.getByRole('main');
  for (const name of ['Reviews', 'Articles']) await expect(main.getByRole('heading', { level: 3, name })).toBeVisible();
  await expect(main.getByRole('link', { name: /^They repair bicycle batteries/ })).toHaveAttribute('href', '/tech-articles/7');
  expect(asked.filter((path) => path.startsWith('/api/search') || path === '/api/reviews')).toEqual([]);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
});

test('other words are offered, and what is nearest says so', async ({ page }) => {
  await page.goto('/reviews?search=quiet+laptop+tires+robot');
  await expect(page.getByText('Nothing matches all of “quiet laptop tires robot”. The nearest:')).toBeVisible();
  await page.getByText('Did you mean').getByRole('link').click();
  await expect(page.getByRole('searchbox')).toHaveValue('quiet laptop times robot');
});

test('many results come 24 to a page', async ({ page }) => {
  const hits = (offset: number) => Array.from({ length: Math.min(24, 30 - offset) }, (_, i) => ({ type: 'review', id: offset + i + 1, title: `Kettle ${offset + i + 1}`, url: `/reviews/${offset + i + 1}`, snippet: 'A <mark>kettle</mark>' }));
  await page.route('**/api/search?*', (route) => {
    const offset = Number(new URL(route.request().url()).searchParams.get('offset') ?? 0);
    return route.fulfill({ json: { total: 30, hits: hits(offset), facets: { brands: [], categories: [], tags: [] }, didYouMean: '', nearest: false } });
  });
  await visit(page, '/reviews?search=kettle');
  const found = page.getByRole('main').getByRole('article');
  await expect(found).toHaveCount(24);
  await page.getByRole('navigation', { name: 'Pages of results' }).getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/\/reviews\?search=kettle&page=2$/);
  await expect(found).toHaveCount(6);
  await expect(found.first()).toContainText('Kettle 25');
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(page).toHaveURL(/\/reviews\?search=kettle$/);
});

test('hostile titles, passages and names stay text', async ({ page }) => {
  const hostile = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  await page.route('**/api/search?*', (route) =>
    route.fulfill({ json: { total: 1, hits: [{ type: 'review', id: 1, title: hostile, url: '/reviews/1', snippet: `<mark>${hostile}</mark>${hostile}` }], facets: { brands: [], categories: [], tags: [] }, didYouMean: hostile, nearest: true } }),
  );
  await page.route('**/api/search/suggest?*', (route) => route.fulfill({ json: [{ type: 'tag', label: hostile, url: '/tags/x' }] }));
  await visit(page, `/reviews?search=${encodeURIComponent(hostile)}`);
  await expect(page.getByRole('main').getByRole('article')).toContainText(hostile);
  await page.getByRole('combobox', { name: 'Search Candor' }).fill('x');
  await expect(page.getByRole('option')).toHaveText(hostile);
  await page.goto(`/reviews?search=${encodeURIComponent(hostile)}`);
  await interactive(page);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await expect(page.locator('main img[src=x]')).toHaveCount(0);
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

  test('suggests to the pointer, and closes for whatever else is pressed', async ({ page }) => {
    await page.goto('/about');
    await interactive(page);
    const field = page.getByRole('combobox', { name: 'Search Candor' });
    const option = page.getByRole('option', { name: 'Tarnholt', exact: true });
    await field.click();
    const suggested = page.waitForResponse(/\/suggest\?q=tarn$/); // what comes later would be another list
    await field.pressSequentially('tarn');
    await suggested;
    await expect(option).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(option).toBeHidden();
    await field.press('ArrowDown');
    await option.click();
    await expect(page).toHaveURL(/\/brands\/tarnholt$/);
    await expect(field).toHaveValue('');
  });

  test('opens under the header of a phone', async ({ page }) => {
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
