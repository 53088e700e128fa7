// Searching the reviews: the address is the state of the page.
import { expect, test } from './fixtures';

test('results come while typing, without filling the history', async ({ page }) => {
  await page.goto('/about');
  await page.goto('/reviews');
  const box = page.getByRole('searchbox', { name: 'Search reviews' });
  const found = page.getByRole('main').getByRole('article');
  await expect(found.first()).toBeVisible();
  await box.pressSequentially('batt', { delay: 20 });
  await expect(page).toHaveURL(/\/reviews\?search=batt$/);
  await expect(page.getByRole('heading', { level: 2, name: /^\d+ reviews? for “batt”$/ })).toBeVisible();
  await box.pressSequentially('ery ', { delay: 20 });
  await expect(page).toHaveURL(/\/reviews\?search=battery$/);
  await expect(box).toHaveValue('battery '); // what is being typed is left alone
  await expect(page.getByRole('heading', { level: 2, name: /^\d+ reviews? for “battery”$/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
});

test('matches are marked, whatever their case, in title, text and author', async ({ page }) => {
  await page.goto('/reviews?search=BATTERY');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards.first()).toBeVisible();
  for (const card of await cards.all()) await expect(card.locator('mark').first()).toHaveText(/^battery$/i);

  await page.goto('/reviews?search=odile%20march');
  await expect(cards.first().locator('mark')).toHaveText(['Odile March']);
});

test('a search without results says what to do, and leads back', async ({ page }) => {
  await page.goto('/reviews?search=%20zyzzyva%20');
  await expect(page.getByRole('searchbox')).toHaveValue('zyzzyva');
  await expect(page.getByText('No reviews found')).toBeVisible();
  await expect(page.getByText('Try adjusting your search terms.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all reviews' }).click();
  await expect(page).toHaveURL(/\/reviews$/);
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('blank text is no search', async ({ page }) => {
  await page.goto('/reviews');
  await page.getByRole('searchbox').fill('   ');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reviews$/);
});
