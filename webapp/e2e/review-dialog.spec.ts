// Writing and changing reviews in the dashboard: every field, every refusal, two admins at once.
import { addReview, answer, change, editor, editReview, find, make, openList, read, reviewFields, signIn, unique } from './editing';
import { expect, nightly, test } from './fixtures';

const first = 'Product Name';

test.beforeEach(async ({ page }) => signIn(page));

test('a review with every field is created, and readers see all of it', async ({ page, expectComplaint, expectHost }) => {
  expectComplaint(/ERR_|Failed to load resource/); // the pictures' host is made up
  expectHost('pictures.invalid');
  const title = unique('A complete review');
  const dialog = await addReview(page);
  await expect(dialog.getByLabel('Rating')).toHaveValue('1');
  await expect(dialog.getByLabel('Category')).toHaveValue('1');
  await expect(dialog.getByRole('switch', { name: 'Published' })).not.toBeChecked(); // everything new is a draft
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
    Tags: 'kitchen, tea for two,',
  };
  await dialog.getByRole('button', { name: 'Edit as text' }).click();
  for (const [label, text] of Object.entries(typed)) await dialog.getByLabel(label, { exact: true }).fill(text);
  await dialog.getByLabel('Category').selectOption('Smart Gadgets');
  await dialog.getByLabel('Pros').pressSequentially('Quiet\nQuick');
  await dialog.getByLabel('Pros').press('Alt+ArrowUp');
  await expect(dialog.getByLabel('Pros')).toHaveValue('Quick\nQuiet');
  await dialog.getByLabel('Pros').press('ControlOrMeta+z');
  await expect(dialog.getByLabel('Pros')).toHaveValue('Quiet\nQuick');
  await dialog.getByLabel('Cons').fill('- Dear');
  await dialog.getByLabel('Cons').blur();
  await expect(dialog.getByLabel('Cons')).toHaveValue('Dear');
  await dialog.getByRole('switch', { name: 'Featured Review' }).click();
  await dialog.getByRole('switch', { name: 'Published' }).click();

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
  await expect(page.getByRole('note', { name: 'Draft' })).toBeHidden();

  const made = await find(page.request, 'reviews', title);
  expect(made).toMatchObject({
    productName: 'Kettle 9',
    productBrand: 'Warmwell',
    categoryId: 4,
    authorName: 'Ada Editor',
    title,
    content: 'It boils.\n\nIt does so quietly.',
    rating: 4.3,
    verdict: 'Buy it before the winter.',
    pros: ['Quiet', 'Quick'],
    cons: ['Dear'],
    productDescription: 'A kettle with a clock.',
    productPrice: 79,
    productPriceMax: 99,
    specifications: ['Volume: 1.7 l', 'Power: 2.2 kW'],
    features: ['Keeps warm', 'Knows the time'],
    productImageUrl: 'https://pictures.invalid/product.jpg',
    imageUrls: ['https://pictures.invalid/front.jpg', 'https://pictures.invalid/side.jpg'],
    videoUrl: 'https://www.youtube.com/watch?v=abcdefghijk',
    videoCredit: 'Film Friends',
    aliexpressLink: 'https://example.com/a',
    shopeeLink: 'https://example.com/s',
    tags: ['kitchen', 'tea for two'],
    isFeatured: true,
    isPublished: true,
  });

  await page.goto(`/reviews/${made?.id}`);
  const article = page.getByRole('article');
  for (const text of [
    'It does so quietly.',
    'Quick',
    'Dear',
    '$79',
    'Up to $99',
    '1.7 l',
    'Keeps warm',
    'By Ada Editor',
    'Buy on Shopee',
    'Video Credit: Film Friends',
    'tea for two',
  ]) {
    await expect(article.getByText(text).first()).toBeVisible();
  }
  // Pages that other tests read need not show its made-up pictures.
  await change(page.request, 'reviews', made?.id ?? 0, { isFeatured: false, isPublished: false });
});

test('a create whose answer was lost is tried again without making two', async ({ page, expectComplaint }) => {
  expectComplaint(/ERR_FAILED/);
  const title = unique('A review sent twice');
  const dialog = await addReview(page);
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

test('two admins change one review: each field is merged, or asked about', async ({ page, expectComplaint }) => {
  expectComplaint(/412/);
  const title = unique('A review of two admins');
  const made = await make(page.request, 'reviews', reviewFields(title));
  const dialog = await editReview(page, title);
  await dialog.getByRole('textbox', { name: 'Verdict' }).fill('My verdict');
  await dialog.getByLabel('Review Content').fill('My text.');
  await dialog.getByLabel('Brand').fill('My brand');
  await change(page.request, 'reviews', made.id, {
    verdict: 'Their verdict',
    content: 'Their text.',
    authorName: 'Their author',
    categoryId: 3,
  });

  await dialog.getByRole('button', { name: 'Update Review' }).click();
  await answer(page, 'Update', 'Update Review');
  const panel = dialog.getByRole('region', { name: /^Saved in another tab at \d+:\d\d.[AP]M$/ });
  await expect(panel).toBeFocused();
  await expect(panel).toContainText(/You saved it on \w+ \d+, \d{4} at .*, while you were editing here/);
  await expect(panel).toContainText('Ada Editor');
  await expect(panel).toContainText('Their author');
  await expect(panel).toContainText('Industrial Machines');
  await expect(dialog.getByLabel('Author')).toHaveValue('Their author');
  await expect(dialog.getByLabel('Category')).toHaveValue('3');
  await expect(dialog.getByRole('textbox', { name: 'Verdict' })).toHaveText('My verdict');

  const verdict = panel.getByRole('group', { name: 'Verdict' });
  const content = panel.getByRole('group', { name: 'Review Content' });
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  await expect(panel.getByRole('alert')).toHaveCount(2);
  await expect(content.getByLabel('Keep mine')).toBeFocused();
  await expect(verdict).toContainText('Their verdict');
  await verdict.getByLabel('Use theirs').check();
  await expect(dialog.getByRole('textbox', { name: 'Verdict' })).toHaveText('Their verdict');
  await verdict.getByLabel('Keep mine').check();
  await expect(dialog.getByRole('textbox', { name: 'Verdict' })).toHaveText('My verdict');
  await verdict.getByLabel('Use theirs').check();
  await content.getByLabel('Keep mine').check();

  // The latter where the time was enough to save what was typed as a draft.
  const sent = page.waitForRequest((r) => r.method() === 'PATCH' || r.url().endsWith('/draft/publish'));
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  // The change is another one now. The answer is still chosen.
  const question = page.getByRole('dialog', { name: 'What kind of change is this?' });
  await expect(question.getByRole('radio', { name: 'Update' })).toBeChecked();
  await question.getByRole('button', { name: 'Update Review' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ content: 'My text.', productBrand: 'My brand', update: '' });
  await expect(page.getByText('Review updated').first()).toBeVisible();
  // The revision that was merged with; the change, and that it is an update, came after it.
  expect((await sent).headers()['if-match']).toBe(`"${(await read(page.request, 'reviews', made.id)).revision - 2}"`);
  expect(await read(page.request, 'reviews', made.id)).toMatchObject({
    content: 'My text.',
    productBrand: 'My brand',
    verdict: 'Their verdict',
    authorName: 'Their author',
    categoryId: 3,
  });
});

test('a review can be written by keyboard alone', nightly, async ({ page }) => {
  const title = unique('A review by keyboard');
  await openList(page, 'reviews');
  await page.getByRole('button', { name: 'Add Review' }).focus();
  await page.keyboard.press('Enter');
  const dialog = await editor(page, first);
  await expect(dialog.getByLabel('Review Title')).toBeFocused();
  // The text with its verdict comes first, and then the side panel.
  for (const text of [title, 'Text', 'Buy it.', 'Kettle', 'Warmwell', '', 'Ada', 'quiet, kettles']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(dialog.getByLabel('Rating')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByLabel('Rating')).toHaveValue('1.1');
  await dialog.getByRole('tab', { name: 'Edit' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('tab', { name: 'Preview' })).toBeFocused();
  await expect(dialog.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await dialog.getByRole('switch', { name: 'Published' }).focus();
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('switch', { name: 'Published' })).toBeChecked();
  // Past the two moments, each of which has as many stops as parts, and around to the head of the editor.
  const create = dialog.getByRole('button', { name: 'Create Review' });
  for (let stops = 0; stops < 30 && !(await create.evaluate((button) => button === document.activeElement)); stops++)
    await page.keyboard.press('Tab');
  await expect(create).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Review created').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Review' })).toBeFocused();
  expect(await find(page.request, 'reviews', title)).toMatchObject({
    productName: 'Kettle',
    productBrand: 'Warmwell',
    categoryId: 1,
    authorName: 'Ada',
    tags: ['quiet', 'kettles'],
    content: 'Text',
    verdict: 'Buy it.',
    rating: 1.1,
    isPublished: true,
  });
});
