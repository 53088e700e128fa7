// A bot that went wrong: what its key did is shown, undone, brought back, and undone again, against the real server.
import { make, reviewFields, signIn, unique } from './editing';
import { expect, overflow, test } from './fixtures';

test('what an API key did is undone, and the undo, too', async ({ page, request }) => {
  await signIn(page);
  const name = unique('Press room');
  const created = await page.request.post('/api/admin/api-keys', {
    data: { name, permissions: ['create_reviews', 'create_news', 'create_categories'] },
  });
  const { id, apiKey } = (await created.json()) as { id: number; apiKey: string };
  const headers = { 'X-API-Key': apiKey };
  const bot = async (path: string, data: object) => {
    const answer = await request.post(`/api/bot/${path}`, { data, headers });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()) as { id: number; revision: number };
  };
  const slug = unique('spam').toLowerCase().replaceAll(' ', '-');
  const category = await bot('categories', { name: unique('Spam'), slug });
  const used = await bot('categories', { name: unique('Used'), slug: `${slug}-2` });
  const title = unique('Buy this');
  const review = await bot('reviews', { ...reviewFields(title), categoryId: category.id, isPublished: true });
  const edited = unique('Kept by hand');
  const kept = await bot('reviews', reviewFields(edited));
  const article = { title: unique('Sponsored'), content: 'Text.', category: 'AI', authorName: 'Bot', isPublished: true };
  const news = await bot('news', article);
  expect((await page.request.patch(`/api/reviews/${kept.id}`, { data: { verdict: 'Checked.' } })).status()).toBe(200);
  await make(page.request, 'reviews', { ...reviewFields(unique('Mine')), categoryId: used.id });

  await page.goto('/admin/api');
  await page.getByRole('button', { name: `Undo changes of ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo changes' });
  await expect(dialog.getByText('3 of 5 selected')).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: title })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: edited })).not.toBeChecked();
  await expect(dialog.getByText('Changed since by admin')).toBeVisible();
  await expect(dialog.getByText('Kept: used by another item')).toBeVisible();
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 844 });
    expect(await overflow(page), `at ${width}`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByLabel('Changes made in').selectOption('Custom start time');
  await dialog.getByLabel('Since', { exact: true }).fill('2099-01-01T00:00');
  await expect(dialog.getByText('Nothing to undo')).toBeVisible();
  await dialog.getByLabel('Changes made in').selectOption('The last hour');
  await dialog.getByRole('button', { name: 'Undo 3 items' }).click();
  const question = page.getByRole('alertdialog', { name: `Undo changes by “${name}”?` });
  await expect(question).toContainText('1 review will be deleted');
  await expect(question).toContainText('1 article will be deleted');
  await expect(question).toContainText('1 category will be deleted');
  await question.getByRole('checkbox', { name: /deactivate the key/i }).check();
  await question.getByRole('button', { name: 'Undo 3 items' }).click();
  await expect(dialog.getByText('3 items undone')).toBeVisible();

  const status = async (path: string) => (await request.get(path)).status();
  expect([
    await status(`/reviews/${review.id}`),
    await status(`/tech-articles/${news.id}`),
    await status(`/category/${slug}`),
    await status(`/category/${slug}-2`),
  ]).toEqual([404, 404, 404, 200]);
  expect((await request.get('/api/bot/status', { headers })).status()).toBe(401);

  await dialog.getByRole('button', { name: 'Undo this undo' }).click();
  await expect(page.getByText('3 items are back to the earlier state.').first()).toBeVisible();
  await expect.poll(() => status(`/category/${slug}`)).toBe(200);
  expect([await status(`/reviews/${review.id}`), await status(`/tech-articles/${news.id}`)]).toEqual([200, 200]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);

  // The key is deleted by now; what it did is not out of reach.
  expect((await page.request.delete(`/api/admin/api-keys/${id}`)).status()).toBe(204);
  await page.reload();
  await page.getByText('Deleted API keys').click();
  await page.getByRole('button', { name: `Undo changes of ${name}` }).click();
  await expect(dialog.getByText('0 of 5 selected')).toBeVisible(); // the admin has had a hand in all of it
  await dialog.getByRole('checkbox', { name: title }).check();
  await dialog.getByRole('button', { name: 'Undo 1 item' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo 1 item' }).click();
  await expect(dialog.getByText('1 item undone')).toBeVisible();
  expect(await status(`/reviews/${review.id}`)).toBe(404);
});
