// Reviews from files: pictures that are chosen, dropped and pasted, and JSON.
import { answer, addReview, drawn, editReview, find, make, openList, read, reviewFields, seen, signIn, turned, unique } from './editing';
import { expect, nightly, test } from './fixtures';

test.beforeEach(async ({ page }) => signIn(page));

test('a large picture is made smaller and upright, and served as a JPEG', nightly, async ({ page }) => {
  const title = unique('A pictured review');
  const made = await make(page.request, 'reviews', reviewFields(title));
  const dialog = await editReview(page, title);
  const group = dialog.locator('[data-picture-field]');
  // Held on its side: 4000 × 3000 in the file, 3000 × 4000 to the eye.
  const photo = turned(await drawn(page, 4000, 3000, 'image/jpeg'), 6);
  await group.locator('input[type=file]').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(group.getByText('photo.jpg')).toBeVisible();
  await expect(group.getByText('1,800 × 2,400 px')).toBeVisible();
  await expect(group.getByRole('img', { name: 'Preview' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  await answer(page, 'Update', 'Update Review');
  await expect(page.getByText('Review updated').first()).toBeVisible();

  const { productImageUrl } = await read(page.request, 'reviews', made.id);
  expect(productImageUrl).toMatch(/^\/media\/[0-9a-f]{64}\.jpg$/);
  const stored = await page.request.get(String(productImageUrl));
  expect(stored.headers()['content-type']).toBe('image/jpeg');
  expect((await stored.body()).subarray(0, 2).toString('hex')).toBe('ffd8');
  // Turned a quarter to the right, what was the left edge is the top: red and blue stand side by side, blue on the left.
  expect(await seen(page, String(productImageUrl))).toEqual({ width: 1800, height: 2400, first: 'blue' });
});

test('files that are too large, or no pictures, are refused in the specification’s words', nightly, async ({ page, expectComplaint }) => {
  expectComplaint(/ERR_|data:|blob:/);
  const dialog = await addReview(page);
  const group = dialog.locator('[data-picture-field]');
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    group.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await choose('large.jpg', 'image/jpeg', Buffer.alloc(5_242_881));
  await expect(group.getByRole('alert')).toContainText('Image file is too large. Please use an image smaller than 5MB.');
  await choose('notes.txt', 'text/plain', Buffer.from('notes'));
  await expect(group.getByRole('alert')).toContainText('Only image files can be used.');
  await choose('broken.png', 'image/png', Buffer.from('no picture at all'));
  await expect(group.getByRole('alert')).toContainText('Failed to load image');
  await expect(dialog.getByLabel('Product Image', { exact: true })).toHaveValue('');

  // A picture can be dropped and pasted, too; small ones keep their size.
  const png = (await drawn(page, 60, 40, 'image/png')).toString('base64');
  for (const type of ['drop', 'paste'] as const) {
    await group.evaluate(
      (target, { png, type }) => {
        const bytes = Uint8Array.from(atob(png), (c) => c.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], 'small.png', { type: 'image/png' }));
        const init = { bubbles: true, cancelable: true };
        target.dispatchEvent(
          type === 'drop'
            ? new DragEvent('drop', { ...init, dataTransfer: transfer })
            : new ClipboardEvent('paste', { ...init, clipboardData: transfer }),
        );
      },
      { png, type },
    );
    await expect(group.getByText('60 × 40 px')).toBeVisible();
    expect(await seen(page, (await group.getByRole('img').getAttribute('src')) ?? '')).toEqual({ width: 60, height: 40, first: 'red' });
    await group.getByRole('button', { name: 'Remove image' }).click();
  }
});

test('numbers are read with comma and point, and what cannot be read is not saved', async ({ page }) => {
  const title = unique('A priced review');
  const made = await make(page.request, 'reviews', { ...reviewFields(title), productPrice: 10, isPublished: false });
  const dialog = await editReview(page, title);
  const lowest = dialog.getByLabel('Price Range Min');
  await lowest.fill('12x');
  const unpublish = dialog.getByLabel('Unpublish at', { exact: true });
  await unpublish.focus();
  await expect(dialog.getByText('Enter a number')).toBeVisible();
  await page.keyboard.type('12');
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  await expect(dialog.getByText('Price Range Min must be a number')).toBeVisible();
  await expect(dialog.getByText('Unpublish at must be a date and time')).toBeVisible();
  await expect(lowest).toHaveValue('12x');
  expect(await read(page.request, 'reviews', made.id)).toMatchObject({ productPrice: 10, unpublishAt: null });

  await lowest.fill('1299,50');
  await dialog.getByRole('button', { name: 'Clear Unpublish at' }).click();
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  await expect(page.getByText('Review updated').first()).toBeVisible();
  expect(await read(page.request, 'reviews', made.id)).toMatchObject({ productPrice: 1299.5, unpublishAt: null });
});

test('JSON input makes a draft, with the specification’s defaults, or says what is wrong', async ({ page, expectComplaint }) => {
  expectComplaint(/400/);
  const title = unique('A review from JSON');
  await openList(page, 'reviews');
  await page.getByRole('button', { name: 'JSON Input' }).click();
  const dialog = page.getByRole('dialog', { name: 'JSON Input' });
  const area = dialog.getByLabel('JSON', { exact: true });
  await expect(area).toHaveValue(/1000\+ words/);
  await area.fill('  ');
  await expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();

  const refused = async (text: string, message: RegExp | string) => {
    await area.fill(text);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog.getByRole('alert')).toContainText(message);
    await expect(area).toHaveValue(text);
    await expect(area).toBeFocused();
  };
  await refused('{ "title": ', 'Invalid JSON format. Please check your input.');
  await expect(page.getByText('Error', { exact: true }).first()).toBeVisible(); // the toast
  await refused('[{ "title": "A", "content": "B" }]', 'This is a list.');
  await refused('{ "title": "A" }', 'Content is required');

  await refused('{ "title": "A", "content": "B", "rating": 9, "videoUrl": "javascript:x" }', 'Rating must be at most 5'); // by the server
  await expect(dialog.getByRole('alert')).toContainText('videoUrl');

  await area.fill(JSON.stringify({ title, content: 'Text', category: 'smart gadgets', isPublished: true }));
  await dialog.getByRole('button', { name: 'Cancel' }).click(); // Escape would put the toast away first
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Review created').first()).toBeVisible();
  expect(await find(page.request, 'reviews', title)).toMatchObject({
    categoryId: 4,
    rating: 4,
    authorName: 'Admin',
    productName: title,
    productBrand: 'Unknown',
    isPublished: false,
  });
});
