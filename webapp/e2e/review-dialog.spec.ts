// Writing and changing reviews in the dashboard: every field, two admins at once, drafts, pictures, JSON.
import type { Page } from '@playwright/test';
import { change, drawn, editor, find, make, openDesk, read, seen, signIn, turned, unique } from './editing';
import { expect, overflow, test, violations } from './fixtures';
import { password } from './start-server';

const first = 'Product Name';
const basics = (title: string) => ({ title, productName: `Product of ${title}`, productBrand: 'Brand', categoryId: 2, authorName: 'Ada Editor', content: 'One.\n\nTwo.', rating: 3.5, isPublished: true });

test.beforeEach(async ({ page }) => signIn(page));

async function add(page: Page) {
  await openDesk(page, 'reviews');
  await page.getByRole('button', { name: 'Add Review' }).click();
  return editor(page, first);
}

async function edit(page: Page, title: string) {
  await openDesk(page, 'reviews', title);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  return editor(page, first);
}

test('a review with every field is created, and readers see all of it', async ({ page, expectComplaint, expectHost }) => {
  expectComplaint(/ERR_|Failed to load resource/); // the pictures' host is made up
  expectHost('pictures.invalid');
  const title = unique('A complete review');
  const dialog = await add(page);
  await expect(dialog.getByLabel('Rating')).toHaveValue('1');
  await expect(dialog.getByLabel('Category')).toHaveValue('1');
  await expect(dialog.getByRole('switch', { name: 'Published' })).toBeChecked();
  await expect(dialog.getByRole('switch', { name: 'Featured Review' })).not.toBeChecked();

  const typed: Record<string, string> = {
    'Product Name': 'Kettle 9',
    Brand: 'Warmwell',
    Author: 'Ada Editor',
    'Review Title': title,
    'Review Content': 'It boils.\n\nIt does so quietly.',
    Rating: '4.3',
    Verdict: 'Buy it before the winter.',
    'Product Description': 'A kettle with a clock.',
    'Price Range Min': '79',
    'Price Range Max': '99',
    Specifications: 'Volume: 1.7 l\nPower: 2.2 kW',
    Features: 'Keeps warm\nKnows the time',
    'Product Image': 'https://pictures.invalid/product.jpg',
    'Additional Images': 'https://pictures.invalid/front.jpg, https://pictures.invalid/side.jpg',
    'Video URL': 'https://www.youtube.com/watch?v=abcdefghijk',
    'Video Credit': 'Film Friends',
    'AliExpress Link': 'https://example.com/a',
    'Shopee Link': 'https://example.com/s',
  };
  for (const [label, text] of Object.entries(typed)) await dialog.getByLabel(label, { exact: true }).fill(text);
  await dialog.getByLabel('Category').selectOption('Smart Gadgets');
  await dialog.getByLabel('Pros').pressSequentially('Quiet\nQuick');
  await expect(dialog.getByLabel('Pros')).toHaveValue('• Quiet\n• Quick');
  await dialog.getByLabel('Cons').fill('- Dear');
  await dialog.getByLabel('Cons').blur();
  await expect(dialog.getByLabel('Cons')).toHaveValue('• Dear');
  await dialog.getByRole('switch', { name: 'Featured Review' }).click();

  await dialog.getByRole('tab', { name: 'Preview' }).click();
  await expect(dialog.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(dialog.getByText('Up to $99')).toBeVisible();
  await dialog.getByRole('link', { name: 'Home' }).click();
  await expect(dialog.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await dialog.getByRole('button', { name: 'Create Review' }).click();
  await expect(page.getByText('Review created').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Add Review' }).click();
  await expect((await editor(page, first)).getByLabel(first)).toHaveValue('');
  await expect(page.getByText('An unsaved draft')).toBeHidden();

  const made = await find(page.request, 'reviews', title);
  expect(made).toMatchObject({
    productName: 'Kettle 9', productBrand: 'Warmwell', categoryId: 4, authorName: 'Ada Editor', title, content: 'It boils.\n\nIt does so quietly.', rating: 4.3,
    verdict: 'Buy it before the winter.', pros: ['Quiet', 'Quick'], cons: ['Dear'], productDescription: 'A kettle with a clock.', productPrice: 79, productPriceMax: 99,
    specifications: ['Volume: 1.7 l', 'Power: 2.2 kW'], features: ['Keeps warm', 'Knows the time'], productImageUrl: 'https://pictures.invalid/product.jpg',
    imageUrls: ['https://pictures.invalid/front.jpg', 'https://pictures.invalid/side.jpg'], videoUrl: 'https://www.youtube.com/watch?v=abcdefghijk', videoCredit: 'Film Friends',
    aliexpressLink: 'https://example.com/a', shopeeLink: 'https://example.com/s', isFeatured: true, isPublished: true,
  });

  await page.goto(`/reviews/${made?.id}`);
  const article = page.getByRole('article');
  for (const text of ['It does so quietly.', 'Quick', 'Dear', '$79', 'Up to $99', '1.7 l', 'Keeps warm', 'By Ada Editor', 'Buy on Shopee', 'Video Credit: Film Friends']) {
    await expect(article.getByText(text).first()).toBeVisible();
  }
  // The home page need not feature what a test has made.
  await change(page.request, 'reviews', made?.id ?? 0, { isFeatured: false });
});

test('what is missing is said beside its field, and nothing is sent', async ({ page }) => {
  const dialog = await add(page);
  let asked = 0;
  page.on('request', (r) => (asked += r.method() === 'POST' && r.url().endsWith('/api/reviews') ? 1 : 0));
  await dialog.getByLabel('Rating').fill('5.1');
  await dialog.getByRole('tab', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: 'Create Review' }).click();
  await expect(dialog.getByLabel(first)).toBeFocused();
  await expect(dialog.getByLabel(first)).toHaveAccessibleDescription('Product Name is required');
  for (const message of ['Brand is required', 'Review Title is required', 'Review Content is required', 'Author is required', 'Rating must be at most 5']) {
    await expect(dialog.getByRole('alert').filter({ hasText: message })).toBeVisible();
  }
  expect(asked).toBe(0);
});

test('what the server refuses is said beside its field, and nothing typed is lost', async ({ page, expectComplaint }) => {
  expectComplaint(/400|ERR_INVALID_URL|data:image/);
  const title = unique('A refused review');
  const made = await make(page.request, 'reviews', basics(title));
  const dialog = await edit(page, title);
  await dialog.getByRole('textbox', { name: 'Verdict' }).fill('A verdict to keep');
  await dialog.getByLabel('Product Image', { exact: true }).fill('data:image/png;base64,AAAA');
  await dialog.getByRole('tab', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  await expect(dialog.locator('[data-picture-field]').getByRole('alert')).toContainText('Product image is not the PNG image that it says');
  await expect(dialog.getByText('Uploaded picture')).toBeFocused();
  await dialog.getByRole('button', { name: 'Remove image' }).click();
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  await expect(page.getByText('Review updated').first()).toBeVisible();
  expect(await read(page.request, 'reviews', made.id)).toMatchObject({ verdict: 'A verdict to keep', productImageUrl: null });
});

test('when the server can’t be reached, a toast says so, and the second try creates one review', async ({ page, context, expectComplaint }) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  const title = unique('A review from a train');
  const dialog = await add(page);
  const fields = { 'Product Name': 'P', Brand: 'B', Author: 'A', 'Review Title': title, 'Review Content': 'Text' };
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(text);
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Create Review' }).click();
  await expect(page.getByText('Failed to create review.').first()).toBeVisible();
  for (const [label, text] of Object.entries(fields)) await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(text);
  await context.setOffline(false);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Review created').first()).toBeVisible();
  expect(await find(page.request, 'reviews', title)).toMatchObject({ rating: 1, categoryId: 1, isPublished: true });
});

test('a create whose answer was lost is tried again without making two', async ({ page, expectComplaint }) => {
  expectComplaint(/ERR_FAILED/);
  const title = unique('A review sent twice');
  const dialog = await add(page);
  const fields = { 'Product Name': 'P', Brand: 'B', Author: 'A', 'Review Title': title, 'Review Content': 'Text' };
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(text);
  await page.route(
    '**/api/reviews',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Create Review' }).click();
  await expect(page.getByText('Failed to create review.').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Create Review' }).click();
  await expect(page.getByText('Review created').first()).toBeVisible();
  const found = (await (await page.request.get(`/api/admin/reviews?search=${encodeURIComponent(title)}`)).json()) as unknown[];
  expect(found).toHaveLength(1);
});

test('a session that ends while somebody writes costs nothing: after the login the draft is offered', async ({ page, expectComplaint }) => {
  expectComplaint(/401/);
  const title = unique('An interrupted review');
  await make(page.request, 'reviews', basics(title));
  const dialog = await edit(page, title);
  await dialog.getByRole('textbox', { name: 'Verdict' }).fill('Written in vain?');
  await page.request.post('/api/admin/logout', { data: {} });
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  await expect(page).toHaveURL(/\/admin-login/);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await editor(page, first);
  await dialog.getByRole('button', { name: 'Restore draft' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Verdict' })).toHaveValue('Written in vain?');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep as draft on this device' }).click();

  // Whoever logs out leaves nothing behind.
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('candor-draft')).length);
  expect(await drafts()).toBe(1);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/admin-login/);
  expect(await drafts()).toBe(0);
});

test('two admins change one review: each field is merged, or asked about', async ({ page, expectComplaint }) => {
  expectComplaint(/412/);
  const title = unique('A review of two admins');
  const made = await make(page.request, 'reviews', basics(title));
  const dialog = await edit(page, title);
  await dialog.getByRole('textbox', { name: 'Verdict' }).fill('My verdict');
  await dialog.getByLabel('Review Content').fill('My text.');
  await dialog.getByLabel('Brand').fill('My brand');
  await change(page.request, 'reviews', made.id, { verdict: 'Their verdict', content: 'Their text.', authorName: 'Their author', categoryId: 3 });

  await dialog.getByRole('button', { name: 'Update Review' }).click();
  const panel = dialog.getByRole('region', { name: 'Changed meanwhile' });
  await expect(panel).toBeFocused();
  await expect(panel).toContainText('Ada Editor');
  await expect(panel).toContainText('Their author');
  await expect(panel).toContainText('Industrial Machines');
  await expect(dialog.getByLabel('Author')).toHaveValue('Their author');
  await expect(dialog.getByLabel('Category')).toHaveValue('3');
  await expect(dialog.getByRole('textbox', { name: 'Verdict' })).toHaveValue('My verdict');

  const verdict = panel.getByRole('group', { name: 'Verdict' });
  const content = panel.getByRole('group', { name: 'Review Content' });
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  await expect(panel.getByRole('alert')).toHaveCount(2);
  await expect(content.getByLabel('Keep mine')).toBeFocused();
  await expect(verdict).toContainText('Their verdict');
  await verdict.getByLabel('Take theirs').check();
  await expect(dialog.getByRole('textbox', { name: 'Verdict' })).toHaveValue('Their verdict');
  await verdict.getByLabel('Keep mine').check();
  await expect(dialog.getByRole('textbox', { name: 'Verdict' })).toHaveValue('My verdict');
  await verdict.getByLabel('Take theirs').check();
  await content.getByLabel('Keep mine').check();
  expect(await violations(page)).toEqual([]);

  const sent = page.waitForRequest((r) => r.method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  expect((await sent).headers()['if-match']).toBe(`"${(await read(page.request, 'reviews', made.id)).revision - 1}"`);
  expect((await sent).postDataJSON()).toEqual({ content: 'My text.', productBrand: 'My brand' });
  await expect(page.getByText('Review updated').first()).toBeVisible();
  expect(await read(page.request, 'reviews', made.id)).toMatchObject({
    content: 'My text.', productBrand: 'My brand', verdict: 'Their verdict', authorName: 'Their author', categoryId: 3,
  });
});

test('unsaved work is asked about before it is left, in every way to leave', async ({ page }) => {
  const title = unique('A guarded review');
  await make(page.request, 'reviews', basics(title));
  const dialog = await edit(page, title);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden(); // nothing was typed
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await editor(page, first);
  await dialog.getByRole('textbox', { name: 'Verdict' }).fill('Not yet');

  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const stay = async () => {
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toBeHidden();
    await expect(dialog.getByRole('textbox', { name: 'Verdict' })).toHaveValue('Not yet');
  };
  await page.keyboard.press('Escape');
  await stay();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await stay();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await stay();
  await page.mouse.click(5, 5);
  await stay();
  await page.goBack();
  await stay();
  await expect(page).toHaveURL(/\/admin\/reviews/);

  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: `Edit ${title}` })).toBeFocused();
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await editor(page, first);
  await expect(dialog.getByText('An unsaved draft')).toBeHidden();
  await expect(dialog.getByRole('textbox', { name: 'Verdict' })).toHaveValue('');
});

test('a draft survives the reload, is offered, merged with what was saved since, and gone once it is saved', async ({ page }) => {
  const title = unique('A drafted review');
  const made = await make(page.request, 'reviews', { ...basics(title), verdict: 'Old verdict' });
  const dialog = await edit(page, title);
  await dialog.getByRole('textbox', { name: 'Verdict' }).fill('Drafted verdict');
  await dialog.getByLabel('Brand').fill('Drafted brand');
  await expect(dialog.getByText('Draft kept on this device')).toBeVisible();
  page.once('dialog', (d) => void d.accept());
  await page.reload();
  await change(page.request, 'reviews', made.id, { verdict: 'Saved verdict' });

  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await editor(page, first);
  await expect(dialog.getByLabel('Brand')).toHaveValue('Brand');
  await dialog.getByRole('button', { name: 'Restore draft' }).click();
  await expect(dialog.getByLabel('Brand')).toHaveValue('Drafted brand');
  await dialog.getByRole('group', { name: 'Verdict' }).getByLabel('Keep mine').check();
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  await expect(page.getByText('Review updated').first()).toBeVisible();
  expect(await read(page.request, 'reviews', made.id)).toMatchObject({ verdict: 'Drafted verdict', productBrand: 'Drafted brand' });

  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await editor(page, first);
  await expect(dialog.getByText('An unsaved draft')).toBeHidden();
});

test('a new review can wait as a draft, and the draft can be discarded', async ({ page }) => {
  const dialog = await add(page);
  await dialog.getByLabel(first).fill('A thing for later');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep as draft on this device' }).click();
  await expect(page.getByText('Draft kept on this device').first()).toBeVisible();
  await page.getByRole('button', { name: 'Add Review' }).click();
  await editor(page, first);
  await dialog.getByRole('button', { name: 'Discard draft' }).click();
  await expect(dialog.getByLabel(first)).toHaveValue('');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Add Review' }).click();
  await editor(page, first);
  await expect(dialog.getByText('An unsaved draft')).toBeHidden();
});

test('a large picture is made small and upright, and served as a JPEG', async ({ page }) => {
  const title = unique('A pictured review');
  const made = await make(page.request, 'reviews', basics(title));
  const dialog = await edit(page, title);
  const group = dialog.locator('[data-picture-field]');
  // Held on its side: 4000 × 3000 in the file, 3000 × 4000 to the eye.
  const photo = turned(await drawn(page, 4000, 3000, 'image/jpeg'), 6);
  await group.locator('input[type=file]').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(group.getByText('Uploaded picture')).toBeVisible();
  await expect(group.getByRole('img', { name: 'Preview' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  await expect(page.getByText('Review updated').first()).toBeVisible();

  const { productImageUrl } = await read(page.request, 'reviews', made.id);
  expect(productImageUrl).toMatch(/^\/media\/[0-9a-f]{64}\.jpg$/);
  const answer = await page.request.get(String(productImageUrl));
  expect(answer.headers()['content-type']).toBe('image/jpeg');
  expect((await answer.body()).subarray(0, 2).toString('hex')).toBe('ffd8');
  // Turned a quarter to the right, what was the left edge is the top: red and blue stand side by side, blue on the left.
  expect(await seen(page, String(productImageUrl))).toEqual({ width: 900, height: 1200, first: 'blue' });
});

test('files that are too large, or no pictures, are refused in the specification’s words', async ({ page, expectComplaint }) => {
  expectComplaint(/ERR_|data:|blob:/);
  const dialog = await add(page);
  const group = dialog.locator('[data-picture-field]');
  const choose = (name: string, mimeType: string, buffer: Buffer) => group.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await choose('large.jpg', 'image/jpeg', Buffer.alloc(5_242_881));
  await expect(group.getByRole('alert')).toHaveText('Image file is too large. Please use an image smaller than 5MB.');
  await choose('notes.txt', 'text/plain', Buffer.from('notes'));
  await expect(group.getByRole('alert')).toHaveText('Only image files can be used.');
  await choose('broken.png', 'image/png', Buffer.from('no picture at all'));
  await expect(group.getByRole('alert')).toHaveText('Failed to load image');
  await expect(group.getByText('Uploaded picture')).toBeHidden();

  // A picture can be dropped and pasted, too; small ones keep their size.
  const png = (await drawn(page, 60, 40, 'image/png')).toString('base64');
  for (const type of ['drop', 'paste'] as const) {
    await group.evaluate(
      (target, { png, type }) => {
        const bytes = Uint8Array.from(atob(png), (c) => c.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], 'small.png', { type: 'image/png' }));
        const init = { bubbles: true, cancelable: true };
        target.dispatchEvent(type === 'drop' ? new DragEvent('drop', { ...init, dataTransfer: transfer }) : new ClipboardEvent('paste', { ...init, clipboardData: transfer }));
      },
      { png, type },
    );
    await expect(group.getByText('Uploaded picture')).toBeVisible();
    expect(await seen(page, (await group.getByRole('img').getAttribute('src')) ?? '')).toEqual({ width: 60, height: 40, first: 'red' });
    await group.getByRole('button', { name: 'Remove image' }).click();
  }
});

test('JSON input makes a draft, with the specification’s defaults', async ({ page }) => {
  const title = unique('A review from JSON');
  await openDesk(page, 'reviews');
  await page.getByRole('button', { name: 'JSON Input' }).click();
  const dialog = page.getByRole('dialog', { name: 'JSON Input' });
  const area = dialog.getByLabel('JSON', { exact: true });
  await expect(area).toHaveValue(/1000\+ words/);
  expect(await violations(page)).toEqual([]);
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

  await area.fill(JSON.stringify({ title, content: 'Text', category: 'smart gadgets', isPublished: true }));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Review created').first()).toBeVisible();
  expect(await find(page.request, 'reviews', title)).toMatchObject({
    categoryId: 4, rating: 4, authorName: 'Admin', productName: title, productBrand: 'Unknown', isPublished: false,
  });
});

test('JSON that the server refuses is explained field by field', async ({ page, expectComplaint }) => {
  expectComplaint(/400/);
  await openDesk(page, 'reviews');
  await page.getByRole('button', { name: 'JSON Input' }).click();
  const dialog = page.getByRole('dialog', { name: 'JSON Input' });
  await dialog.getByLabel('JSON', { exact: true }).fill('{ "title": "A", "content": "B", "rating": 9, "videoUrl": "javascript:x" }');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Rating must be at most 5');
  await expect(dialog.getByRole('alert')).toContainText('videoUrl');
});

for (const scheme of ['light', 'dark'] as const) {
  test(`the ${scheme} dialog has no violations, and fits a phone`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const title = unique('A long review with a title of a hundred and twenty characters that goes on until nobody can be sure where it ends');
    await make(page.request, 'reviews', { ...basics(title), pros: ['x'.repeat(300)], content: 'Word '.repeat(3000), productImageUrl: '/media/none.webp' });
    await page.route('**/media/none.webp', (route) => route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }));
    const dialog = await edit(page, title);
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel(first).fill('');
    await dialog.getByRole('button', { name: 'Update Review' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel(first).fill('Changed');
    await dialog.getByRole('tab', { name: 'Preview' }).click();
    await expect(dialog.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await page.setViewportSize({ width: 390, height: 844 });
    const wide = () =>
      dialog.evaluate((d) => Array.from(d.querySelectorAll('*'), (e) => (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX === 'auto' ? e.tagName : '')).filter(Boolean));
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await wide()).toEqual([]);
    await dialog.getByRole('tab', { name: 'Edit' }).click();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await wide()).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
