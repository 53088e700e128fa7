// Reading a review or an article: contents, sharing, related ones, videos, and what surrounds them.
import type { Page } from '@playwright/test';
import { expect, overflow, interactive, test, visit } from './fixtures';

test('a long review has a table of contents that leads to its parts', async ({ page }) => {
  await page.goto('/reviews/14');
  await interactive(page); // what remembers places is there
  const contents = page.getByRole('navigation', { name: 'In this review' });
  const headings = ['Silence, and what it costs', 'Speed is a story in two acts', 'Two working days on one charge', 'Keys and screen', 'A machine that may be opened', 'What I would change'];
  await expect(contents.getByRole('link')).toHaveText(['Review', ...headings, 'Scores', 'Pros and Cons', 'Review Images', 'Final Verdict', 'Specifications']);
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

test('the contents follow the reader, and say what is being read', async ({ page }) => {
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

test('headings of a text stand in the contents', async ({ page }) => {
  await page.route('**/api/reviews/14', async (route) => {
    const answer = await route.fetch();
    const contentHtml = `<h2 id="text-how-it-sounds">How it sounds</h2>\n<p>${'It does not. '.repeat(200)}</p>\n<h2 id="text-battery-life">Battery life</h2>\n<p>${'Two days of work. '.repeat(100)}</p>\n`;
    const contentHeadings = [
      { level: 2, id: 'text-how-it-sounds', text: 'How it sounds' },
      { level: 2, id: 'text-battery-life', text: 'Battery life' },
    ];
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), contentHtml, contentHeadings, contentWords: 1006 } });
  });
  await visit(page, '/reviews/14');
  await expect(page.getByRole('heading', { level: 2, name: 'Battery life' })).toBeVisible();
  await page.getByRole('navigation', { name: 'In this review' }).getByRole('link', { name: 'Battery life' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Battery life' })).toBeInViewport();
});

test('a review leads to up to six others that are like it', async ({ page }) => {
  await page.goto('/reviews/14');
  const more = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Related Reviews' }) });
  const cards = more.getByRole('article');
  await expect(cards.first()).toBeVisible();
  expect(await cards.count()).toBeLessThanOrEqual(6);
  await expect(more.locator('a[href="/reviews/14"]')).toHaveCount(0);
  await expect(cards.first()).toContainText('Computers & Laptops');
  const title = await cards.first().getByRole('heading').textContent();
  await cards.first().getByRole('link', { name: /^Read Review/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('an article leads to others, and back to the list', async ({ page }) => {
  await page.goto('/tech-articles/1');
  const more = page.locator('section').filter({ has: page.getByRole('heading', { name: /^(Related|More Tech) Articles$/ }) });
  await expect(more.getByRole('article').nth(2)).toBeVisible();
  await expect(more.locator('a[href="/tech-articles/1"]')).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to Tech Articles' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tech Articles');
});

test('sharing copies the link where the device has no sheet of its own', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/reviews/14#verdict');
  await interactive(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Link Copied').first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/reviews\/14$/);
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
  const arrive = await withoutScriptsYet(page, '/reviews/14');
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

test('filters that are chosen before the page’s scripts are there are not lost', async ({ page }) => {
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

test('a drawer that the browser opens by itself stays open when the page’s scripts come', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const arrive = await withoutScriptsYet(page, '/reviews');
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('group', { name: 'Filters' })).toBeVisible();
  arrive();
  await interactive(page);
  await expect(page.getByRole('group', { name: 'Filters' })).toBeVisible();
});

test('sharing says so when the link could not be copied', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('forbidden')) } });
  });
  await page.goto('/tech-articles/1');
  await interactive(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Copy Failed').first()).toBeVisible();
  await expect(page.locator('[data-variant=destructive]')).toBeVisible();
});

test('a disclosure stands before the first link that earns money', async ({ page }) => {
  await page.goto('/reviews/14');
  const disclosure = page.getByText('may earn us a commission');
  const first = page.locator('a[rel~=sponsored]').first();
  await expect(first).toHaveAttribute('rel', 'sponsored noopener');
  const after = await disclosure.evaluate((d) => {
    const link = document.querySelector('a[rel~=sponsored]');
    return link !== null && (d.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  });
  expect(after).toBe(true);
});

const video = (changes: object) => async (route: import('@playwright/test').Route) => {
  const answer = await route.fetch();
  await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), ...changes } });
};

test('a video site’s player is loaded when the reader starts it, from the host without cookies', async ({ page, expectHost, expectComplaint }) => {
  expectComplaint(/youtube-nocookie|frame/i); // the stand-in's own page
  await page.route('**/api/reviews/14', video({ videoUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', videoCredit: 'Somebody' }));
  await page.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>A player</title>' }));
  await visit(page, '/reviews/14');
  await expect(page.getByRole('heading', { name: 'Video Review' })).toBeVisible();
  await expect(page.getByText('Video Credit: Somebody')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(page.frames()).toHaveLength(1);

  expectHost('www.youtube-nocookie.com');
  await page.getByRole('button', { name: /Play video/ }).click();
  await expect(page.locator('iframe')).toHaveAttribute('src', /^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ/);
});

test('a player on another site is framed when the reader starts it, and not before', async ({ page, expectHost }) => {
  await page.route('**/api/news/1', video({ videoUrl: 'https://player.example/talks/7', videoCredit: 'The player' }));
  await page.route('https://player.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>A player</title><p>It plays.</p>' }));
  await visit(page, '/tech-articles/1');
  await expect(page.getByText('Video Credit: The player')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  expectHost('player.example');
  await page.getByRole('button', { name: /Play video.*player\.example/ }).click();
  await expect(page.frameLocator('iframe').getByText('It plays.')).toBeVisible();
});

test('a category whose name is one long word widens no page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const name = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';
  await page.route('**/api/categories', (route) => route.fulfill({ json: [{ id: 9, name, slug: 'long', description: name + name, icon: null, color: null }] }));
  await page.goto('/admin-login'); // a page that asks for the categories itself
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name })).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await page.getByRole('dialog').evaluate((d) => d.scrollWidth - d.clientWidth)).toBeLessThanOrEqual(0);
});

test('a video file plays in the browser’s own player, and is not loaded before', async ({ page }) => {
  await page.route('**/api/news/1', video({ videoUrl: 'https://videos.example/town.mp4', videoCredit: 'The town' }));
  await visit(page, '/tech-articles/1');
  await expect(page.getByRole('heading', { name: 'Related Video' })).toBeVisible();
  await expect(page.locator('video')).toHaveAttribute('src', 'https://videos.example/town.mp4');
  await page.waitForLoadState('networkidle'); // the watch over other hosts sees to the rest
});

test('an article’s picture that fails disappears', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 404/);
  await page.route('**/api/news/1', video({ imageUrl: '/media/missing.webp' }));
  await visit(page, '/tech-articles/1');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\w/);
  await expect(page.getByText(/^\d+ min read$/)).toBeVisible();
  await expect(page.locator('article figure')).toHaveCount(0);
});

test('a reviewed picture opens in a new tab', async ({ page }) => {
  await page.goto('/reviews/14');
  const pictures = page.getByRole('link', { name: /^Image \d+ of the .*, opens in a new tab$/ });
  await expect(pictures.first()).toHaveAttribute('target', '_blank');
  await expect(page.getByText('Image used for illustration purposes only.')).toHaveCount(1 + (await pictures.count()));
});
