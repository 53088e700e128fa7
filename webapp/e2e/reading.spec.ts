// Reading a review or an article: contents, sharing, related ones, videos, and what surrounds them.
import type { Page } from '@playwright/test';
import { expect, interactive, nightly, overflow, test, visit } from './fixtures';

test('a long review has a table of contents that leads to its parts', async ({ page }) => {
  await page.goto('/reviews/14');
  await interactive(page); // what remembers places is there
  const contents = page.getByRole('navigation', { name: 'In this review' });
  const headings = [
    'Silence, and what it costs',
    'Speed is a story in two acts',
    'Two working days on one charge',
    'Keys and screen',
    'A machine that may be opened',
    'What I would change',
  ];
  await expect(contents.getByRole('link')).toHaveText([
    'Review',
    ...headings,
    'Scores',
    'Pros and Cons',
    'Final Verdict',
    'Specifications',
  ]);
  await expect(page.getByText(/^\d+ min read$/)).toBeVisible();
  await contents.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  await contents.getByRole('link', { name: 'Final Verdict' }).click();
  await expect(page).toHaveURL(/\/reviews\/14#verdict$/);
  await expect(page.getByRole('heading', { name: 'Final Verdict' })).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL(/\/reviews\/14$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
});

test('the contents follow the reader, and say what is being read', nightly, async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/reviews/14');
    await interactive(page);
    const contents = page.getByRole('navigation', { name: 'In this review' });
    const current = contents.locator('[aria-current=location]');
    await expect(current).toHaveText('Review');
    await page.locator('#pros-and-cons').evaluate((part) => part.scrollIntoView());
    await expect(contents).toBeInViewport({ ratio: 1 });
    await expect(current).toHaveText('Pros and Cons');
    await expect(current).toBeInViewport();
    await expect(page.getByRole('heading', { name: 'Pros', exact: true })).toBeInViewport({ ratio: 1 });
    await page.getByRole('heading', { level: 2, name: 'Final Verdict' }).evaluate((part) => part.scrollIntoView());
    await expect(current).toHaveText('Final Verdict');
  }
});

/** Opens a page whose scripts arrive only when the returned function is called. */
async function withoutScriptsYet(page: Page, path: string): Promise<() => void> {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((now) => (arrive = now));
  await page.route('**/assets/*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return arrive;
}

test('what is pressed before the page’s scripts are there is not lost', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const arrive = await withoutScriptsYet(page, '/reviews/14#verdict'); // the link is that of the review, not of a part
  await page.getByRole('button', { name: 'Switch to dark theme' }).dblclick(); // impatiently: it means once
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.locator('html')).toHaveClass('light');
  arrive();
  await expect(page.getByText('Link Copied').first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/reviews\/14$/);
  await expect(page.locator('html')).toHaveClass('dark');
  await page.getByRole('button', { name: 'Switch to light theme' }).click(); // from now on each press is done at once, and only then
  await expect(page.locator('html')).toHaveClass('light');
});

test('filters that are chosen before the page’s scripts are there are not lost', nightly, async ({ page }) => {
  const arrive = await withoutScriptsYet(page, '/reviews');
  const [category, score] = [page.getByRole('combobox', { name: 'Category' }), page.getByRole('combobox', { name: 'Score' })];
  await category.selectOption('computers');
  await score.selectOption({ index: 1 });
  const chosen = await score.inputValue();
  arrive();
  await expect(page).toHaveURL(new RegExp(`/reviews\\?category=computers&minScore=${chosen}$`));
  await expect(category).toHaveValue('computers');
  await expect(score).toHaveValue(chosen);
});

test('a drawer that the browser opens by itself stays open when the page’s scripts come', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const arrive = await withoutScriptsYet(page, '/reviews');
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('group', { name: 'Filters' })).toBeVisible();
  arrive();
  await interactive(page);
  await expect(page.getByRole('group', { name: 'Filters' })).toBeVisible();
});

const video = (changes: object) => async (route: import('@playwright/test').Route) => {
  const answer = await route.fetch();
  await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), ...changes } });
};

test('a player on another site is framed when the reader starts it, and not before', async ({ page, expectHost }) => {
  await page.route('**/api/news/1', video({ videoUrl: 'https://player.example/talks/7', videoCredit: 'The player' }));
  await page.route('https://player.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>A player</title><p>It plays.</p>' }),
  );
  await visit(page, '/tech-articles/1');
  await expect(page.getByText('Video Credit: The player')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  expectHost('player.example');
  await page.getByRole('button', { name: /Play video.*player\.example/ }).click();
  await expect(page.frameLocator('iframe').getByText('It plays.')).toBeVisible();
});

test('a category whose name is one long word widens no page', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const name = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';
  await page.route('/admin-login', async (route) => {
    const answer = await route.fetch(); // it brings the categories along
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('Smart Gadgets', name) });
  });
  await page.goto('/admin-login');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name })).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await page.getByRole('dialog').evaluate((d) => d.scrollWidth - d.clientWidth)).toBeLessThanOrEqual(0);
});

test('a title in Arabic stands on the right of its card', async ({ page }) => {
  await page.goto('/reviews');
  await interactive(page);
  const gap = await page
    .getByRole('heading', { level: 3 })
    .first()
    .evaluate((heading) => {
      const link = heading.querySelector('a');
      if (!link) return NaN;
      link.textContent = 'مراجعة الحاسوب';
      return heading.getBoundingClientRect().right - link.getBoundingClientRect().right;
    });
  expect(Math.abs(gap)).toBeLessThan(2);
});
