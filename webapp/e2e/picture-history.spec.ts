// What readers are told of replaced and removed pictures: in the history, in earlier versions, with and without JavaScript.
import type { Page } from '@playwright/test';
import { change, make, noise, reviewFields, signIn, storePicture, unique } from './editing';
import { expect, interactive, overflow, test, violations } from './fixtures';

test.beforeEach(async ({ page }) => signIn(page));

const versions = (page: Page) => page.getByRole('list', { name: 'Versions, newest first' }).locator('> li');

/** Opens the library's question about a picture's other file, and hands it one. */
async function replace(page: Page, id: string, buffer: Buffer) {
  await page.goto(`/admin/media/${id}`);
  await page.getByRole('button', { name: 'Replace…' }).click();
  const question = page.getByRole('dialog', { name: 'Replace this image' });
  await question.locator('input[type=file]').setInputFiles({ name: 'other.png', mimeType: 'image/png', buffer });
  return question;
}

test('a reader sees both pictures, until the old one is hidden or removed', async ({ page, browser, baseURL }) => {
  const title = unique('A lamp of two pictures');
  const old = await storePicture(page.request, unique('lamp').concat('.png'), await noise(page), 'A lamp with a bent foot');
  const { id } = await make(page.request, 'reviews', {
    ...reviewFields(title),
    productImageUrl: old.url,
    content: `It shines.\n\n![](${old.url})`,
  });
  const dates = async () => {
    const { revision, updatedAt } = (await (await page.request.get(`/api/reviews/${id}`)).json()) as {
      revision: number;
      updatedAt: string;
    };
    return { revision, updatedAt };
  };
  const before = await dates();

  const question = await replace(page, old.id, await noise(page));
  const kept = question.getByRole('radio', { name: 'Readers can still see the old picture in the history' });
  await expect(kept).toBeChecked();
  await question.getByRole('radio', { name: 'Hide the old picture' }).check();
  await kept.check();
  await question.getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByText('Image replaced').first()).toBeVisible();
  expect(await dates()).toEqual(before);
  await change(page.request, 'reviews', id, { content: 'It shines.' });

  const plain = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  for (const reader of [await plain.newPage(), page]) {
    await reader.goto(`/reviews/${id}/history`);
    await expect(versions(reader).getByRole('heading', { level: 2 })).toHaveText([/./, 'Picture replaced', 'Published']);
    const entry = versions(reader).nth(1);
    await expect(entry.getByRole('img')).toHaveCount(2);
    await expect(entry.getByRole('link', { name: 'Before: A lamp with a bent foot, opens in a new tab' })).toHaveAttribute('href', old.url);
    await entry.scrollIntoViewIfNeeded();
    for (const name of ['Before', 'After']) {
      const image = entry.locator('figure').filter({ hasText: name }).locator('img');
      await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(120);
    }
    await reader.goto(`/reviews/${id}/history/1`);
    await expect(reader.locator('.prose img')).toHaveAttribute('src', old.url);
  }
  await page.goto(`/reviews/${id}/history`);
  await interactive(page);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBe(0);

  await page.request.delete(`/api/admin/media/${old.id}`);
  await page.goto(`/reviews/${id}/history`);
  await expect(versions(page).nth(1)).toContainText('Picture removed,');
  await page.goto(`/reviews/${id}/history/1`);
  await expect(page.locator('.prose .removed')).toContainText('Picture removed,');
  await expect(page.getByText(/^Picture removed, /)).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
  await plain.close();
});

test('a hidden old picture is nowhere', async ({ page }) => {
  const title = unique('A hidden lamp');
  const old = await storePicture(page.request, unique('face').concat('.png'), await noise(page));
  const { id } = await make(page.request, 'reviews', { ...reviewFields(title), productImageUrl: old.url });
  const question = await replace(page, old.id, await noise(page));
  await question.getByRole('radio', { name: 'Hide the old picture' }).check();
  await question.getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByText('Image replaced').first()).toBeVisible();
  await page.goto(`/reviews/${id}/history`);
  await expect(versions(page).first()).toContainText('No longer shown');
  expect(await page.content()).not.toContain(old.id);
  expect((await page.request.get(old.url, { maxRedirects: 0 })).status()).toBe(302);
});
