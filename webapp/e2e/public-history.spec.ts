// The public history: every version that readers could see, with and without JavaScript, on a phone, by keyboard and in print.
import type { Page } from '@playwright/test';
import { change, make, reviewFields, signIn, unique } from './editing';
import { expect, interactive, nightly, overflow, test } from './fixtures';

test.beforeEach(async ({ page }) => signIn(page));

/** A review with three versions. */
async function kettle(page: Page, title: string, time = 'two') {
  const { id } = await make(page.request, 'reviews', {
    ...reviewFields(title),
    content: `The kettle boils water in ${time} minutes.\n\nIt is quiet.`,
    rating: 4.6,
  });
  await change(page.request, 'reviews', id, {
    content: 'The kettle boils water in three minutes.\n\nIt is quiet.',
    rating: 4,
    correction: 'We had timed another kettle.',
  });
  await change(page.request, 'reviews', id, { pros: ['Quiet'] });
  const { versions } = (await (await page.request.get(`/api/reviews/${id}/history`)).json()) as { versions: { revision: number }[] };
  return { id, revisions: versions.map((v) => v.revision) };
}

test('a reader finds every version, what it changed and its proof', async ({ page, browser, baseURL }) => {
  const title = unique('A kettle');
  const { id, revisions } = await kettle(page, title);
  const plain = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const reader = await plain.newPage();

  const says = async (on: Page) => {
    const entries = on.getByRole('list', { name: 'Versions, newest first' }).locator('> li');
    await expect(entries.getByRole('heading', { level: 2 })).toHaveText(['Edited', 'Correction', 'Published']);
    await expect(entries.nth(0).getByText('Current version')).toBeVisible();
    await expect(entries.nth(1).getByText('We had timed another kettle.')).toBeVisible();
    await expect(entries.nth(1).locator('del')).toHaveText(['4.6', 'removed: two']);
    await expect(entries.nth(1).locator('ins')).toHaveText(['4.0', 'added: three']);
    await expect(on.getByRole('img', { name: /^The score by version: 4\.6 on .* 4\.0 on .* lowest 4\.0, highest 4\.6\./ })).toBeVisible();
    return entries;
  };
  await reader.goto(`/reviews/${id}`);
  await reader
    .getByRole('main')
    .getByRole('link', { name: /^See all changes/ })
    .click();
  const served = await says(reader);
  await served.nth(1).getByText('Proof', { exact: true }).click(); // opens without a script, too
  await expect(served.nth(1).getByText(/^Every change on this site is an entry in a log/)).toBeVisible();
  await served.nth(1).getByText('Proof', { exact: true }).click();
  const words = await reader.locator('main').innerText();
  await served
    .nth(2)
    .getByRole('link', { name: /^Read this version/ })
    .click();
  await expect(reader).toHaveURL(`/reviews/${id}/history/${revisions[2]}`);
  await expect(reader.getByText('The kettle boils water in two minutes.')).toBeVisible();
  await plain.close();

  const calls: string[] = [];
  page.on('request', (r) => {
    if (r.method() === 'GET' && new URL(r.url()).pathname.startsWith('/api/')) calls.push(r.url());
  });
  await page.goto(`/reviews/${id}/history`);
  await interactive(page);
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  const entries = await says(page);
  expect(await page.locator('main').innerText()).toBe(words);
  expect(calls).toEqual([]);

  // By keyboard to the proof of a version, which the site answers.
  await entries.nth(1).getByText('Proof', { exact: true }).focus();
  await page.keyboard.press('Enter');
  const proof = entries.nth(1).getByRole('link', { name: 'Inclusion proof' });
  await page.keyboard.press('Tab');
  await expect(async () => {
    await page.keyboard.press('Enter'); // until the signed history has reached this event
    await expect(entries.nth(1).getByRole('status')).toHaveText(/^Verified: one of [\d,]+ signed changes \(.* UTC\)\.$/, { timeout: 2000 });
  }).toPass();
  await page.keyboard.press('Tab');
  await expect(proof).toBeFocused();
  await expect(async () => {
    const answer = await page.request.get((await proof.getAttribute('href')) ?? '');
    expect(answer.status()).toBe(200);
    expect(await answer.json()).toMatchObject({ leaf: expect.any(String), proof: expect.any(Array) });
  }).toPass();

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.evaluate(() => scrollTo(0, 0)); // from below the header, which would cover a part of a link
  await page.emulateMedia({ media: 'print' });
  await expect(entries.nth(1).getByText('We had timed another kettle.')).toBeVisible();
  await expect(entries.nth(1).getByRole('link', { name: /^Read this version/ })).toBeHidden();
  await expect(page.getByText('Skip to content')).toBeHidden(); // paper shows it at the foot of each page
  await page.emulateMedia({ media: 'screen' });

  await entries
    .nth(2)
    .getByRole('link', { name: /^Read this version/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('The kettle boils water in two minutes.')).toBeVisible();
  await expect(page.getByText(/^An earlier version/)).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole('link', { name: 'Read the review today' }).click();
  await expect(page).toHaveURL(`/reviews/${id}`);
  await expect(page.getByText('The kettle boils water in three minutes.').first()).toBeVisible();
});

test('what is all new in an Arabic review stands on the right, beside what stayed', nightly, async ({ page }) => {
  const { id } = await make(page.request, 'reviews', { ...reviewFields(unique('غلاية')), verdict: 'اشترها.', pros: ['هيكل من الفولاذ'] });
  await change(page.request, 'reviews', id, { verdict: 'انتظر الطراز القادم.', pros: ['هيكل من الفولاذ', 'ضمان سنتين'] });
  await page.goto(`/reviews/${id}/history`);
  const added = page.locator('.diff ins');
  await expect(added).toHaveText(['added: ضمان سنتين', 'added: انتظر الطراز القادم.']);
  for (const mark of await added.all()) {
    const room = await mark.evaluate(
      (ins) => (ins.closest('.diff')?.getBoundingClientRect().right ?? 0) - ins.getBoundingClientRect().right,
    );
    expect(room).toBeLessThan(30); // a list's sign stands there
  }
});
