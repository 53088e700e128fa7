// Pictures in the editors: chosen from the library and uploaded to it, described, ordered, and looked at before publishing.
import type { Locator } from '@playwright/test';
import { answer, editReview, make, noise, read, reviewFields, signIn, storePicture, unique } from './editing';
import { escape, expect, nightly, overflow, test } from './fixtures';

test.beforeEach(async ({ page }) => signIn(page));

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });

const named = (dialog: Locator, name: string) =>
  dialog.getByRole('list', { name: 'Additional Images' }).getByRole('listitem').filter({ hasText: name });

/** The names of the additional images, in their order. */
async function expectOrder(dialog: Locator, names: readonly string[]): Promise<void> {
  await expect(dialog.getByRole('list', { name: 'Additional Images' }).getByRole('listitem')).toHaveText(
    names.map((name) => new RegExp(name.replaceAll('.', '\\.'))),
  );
}

// The picker lists all pictures before it is searched, and another test may just remove one of its own.
test.beforeEach(({ expectComplaint }) => expectComplaint(/status of 410 \(Gone\) \(\S+\/media\//));

test('pictures are picked and uploaded, described and ordered, and readers see them', async ({ page, expectComplaint, expectHost }) => {
  expectComplaint(/ERR_|blob:/); // a made-up host, and a broken file
  expectHost('pictures.invalid');
  const title = unique('A pictured review');
  const mark = unique('lamp').replaceAll(' ', '-');
  const lamp = await storePicture(page.request, `${mark}.png`, await noise(page));
  const made = await make(page.request, 'reviews', reviewFields(title));
  const dialog = await editReview(page, title);

  const product = dialog.locator('[data-picture-field]');
  await product.getByRole('button', { name: 'Choose image' }).click();
  const picker = page.getByRole('dialog', { name: 'Product Image' });
  await picker.getByRole('searchbox', { name: 'Search images' }).fill(mark);
  await page.keyboard.press('Enter'); // which saves nothing
  const tile = picker.getByRole('button', { name: `${mark}.png No alt text` });
  await expect(picker.getByRole('list', { name: 'Images' }).getByRole('button')).toHaveCount(1);
  await tile.click();
  await expect(tile).toHaveAttribute('aria-pressed', 'true');
  await picker.getByRole('button', { name: `Add alt text for ${mark}.png` }).click();
  await page.keyboard.type('A lamp on a desk');
  await page.keyboard.press('Enter');
  await expect(picker.getByText('Alt text: “A lamp on a desk”')).toBeVisible();
  await picker.getByRole('button', { name: 'Use image' }).click();
  await expect(picker).toBeHidden();
  await expect(product.getByText(`${mark}.png`)).toBeVisible();
  await expect(product.getByText('Alt text: “A lamp on a desk”')).toBeVisible();
  await expect(product.getByRole('button', { name: 'Choose image' })).toBeFocused();

  await test.step('several are uploaded, each with its own failure', async () => {
    const several = dialog.locator('[data-pictures-field]');
    const files = [
      file('front.png', await noise(page, 2600, 1300)),
      file('broken.png', Buffer.from('no picture')),
      file('side.png', await noise(page)),
      file('back.png', await noise(page)),
    ];
    await several.locator('input[type=file]').setInputFiles(files);
    await expectOrder(dialog, ['front.png', 'side.png', 'back.png']);
    await expect(several.getByRole('alert')).toContainText('Failed to load image');
    await several.getByRole('button', { name: 'Dismiss broken.png' }).click();
    await expect(named(dialog, 'front.png')).toContainText('Main image');
  });

  await test.step('they are ordered by keyboard and by drag', async () => {
    await dialog.getByRole('button', { name: 'Move back.png up' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('back.png is now number 2 of 3.')).toBeAttached();
    await expect(dialog.getByRole('button', { name: 'Move back.png up' })).toBeFocused();
    await expectOrder(dialog, ['front.png', 'back.png', 'side.png']);
    // What scrolls between a press and a move isn't dragged.
    await dialog.getByRole('list', { name: 'Additional Images' }).evaluate((list) => list.scrollIntoView({ block: 'center' }));
    await named(dialog, 'side.png').dragTo(named(dialog, 'front.png'), { targetPosition: { x: 40, y: 5 } });
    await expectOrder(dialog, ['side.png', 'front.png', 'back.png']);
  });

  await test.step('the same is edited as text, addresses of other sites, too', async () => {
    await dialog.getByRole('button', { name: 'Edit as text' }).click();
    const text = dialog.getByRole('textbox', { name: 'Additional Images' });
    await expect(text).toBeFocused();
    const before = await text.inputValue();
    expect(before).toMatch(/^\/media\/[0-9a-f]{64}\.png, \/media\/[0-9a-f]{64}\.\w+, \/media\/[0-9a-f]{64}\.png$/);
    await text.fill(`${before}\nftp://nowhere\nhttps://pictures.invalid/top.jpg`);
    await dialog.getByRole('button', { name: 'Show as images' }).click();
    await expect(named(dialog, 'top.jpg')).toBeVisible();
    await dialog.getByRole('button', { name: 'Update Review' }).click();
    await expect(dialog.getByRole('alert').filter({ hasText: 'This must be a URL that starts with http://, https:// or /' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Remove .*nowhere/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Remove back.png' }).click();
  });

  await dialog.getByRole('button', { name: 'Update Review' }).click();
  await answer(page, 'Update', 'Update Review');
  await expect(page.getByText('Review updated').first()).toBeVisible();
  const { productImageUrl, imageUrls } = await read(page.request, 'reviews', made.id);
  expect(productImageUrl).toBe(lamp.url);
  expect(imageUrls).toEqual([expect.stringMatching(/^\/media\//), expect.stringMatching(/^\/media\//), 'https://pictures.invalid/top.jpg']);
});

test('the text takes pictures with their alt texts, and what lacks one is found before publishing', nightly, async ({ page }) => {
  const title = unique('A review with pictures');
  const mark = unique('kettle').replaceAll(' ', '-');
  const [lamp, desk] = [
    await storePicture(page.request, `${mark}-lamp.png`, await noise(page), 'A lamp [red]'),
    await storePicture(page.request, `${mark}-desk.png`, await noise(page)),
  ];
  const made = await make(page.request, 'reviews', {
    ...reviewFields(title),
    content: 'It is bright.',
    productImageUrl: lamp.url,
    imageUrls: [lamp.url, desk.url],
    isPublished: false,
  });
  const dialog = await editReview(page, title);
  const text = dialog.getByRole('textbox', { name: 'Review Content' });
  await text.click();
  await page.keyboard.press('ControlOrMeta+End');
  await dialog.getByRole('toolbar').getByRole('button', { name: 'Image' }).click();
  const picker = page.getByRole('dialog', { name: 'Insert images' });
  await picker.getByRole('searchbox', { name: 'Search images' }).fill(mark);
  const tile = (name: string) => picker.getByRole('button', { name: new RegExp(`^${mark}-${name}`) });
  await expect(picker.getByRole('list', { name: 'Images' }).getByRole('button')).toHaveCount(2);
  await tile('lamp').click();
  await tile('desk').click();
  await expect(tile('desk')).toHaveAccessibleName(/ 2$/);
  await picker.getByRole('button', { name: 'Use 2 images' }).click();
  await expect(text).toBeFocused();
  await page.keyboard.type('!');
  const written = `![A lamp \\[red\\]](${lamp.url})`;
  const saved = async () => {
    await page.keyboard.press('ControlOrMeta+s');
    await expect(dialog.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();
    return ((await (await page.request.get(`/api/admin/reviews/${made.id}/draft`)).json()) as { fields: { content: string } }).fields
      .content;
  };
  expect(await saved()).toBe(`It is bright.\n\n${written}\n\n![](${desk.url})!`);

  await dialog.getByRole('button', { name: 'Publish…' }).click();
  const publish = page.getByRole('dialog', { name: 'Publish this review' });
  const lacking = publish.getByRole('listitem').filter({ hasText: 'Alt text' });
  await expect(lacking).toHaveText([/Additional Images: 1 image has no alt text/, /Review Content: 1 image has no alt text/]);
  await publish.getByRole('button', { name: 'Show Alt text: Review Content' }).click();
  await expect(text).toBeFocused();
  await page.keyboard.type('A desk'); // the cursor waits where it belongs
  expect(await saved()).toContain(`![A desk](${desk.url})`);
  await dialog.getByRole('button', { name: 'Publish…' }).click();
  await publish.getByRole('button', { name: 'Show Alt text: Additional Images' }).click();
  await expect(dialog.getByRole('button', { name: `Add alt text for ${mark}-desk.png` })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('A desk of oak');
  await escape(dialog.getByRole('textbox', { name: 'Alt text' })); // leaves the alt text, not the editor
  await dialog.getByRole('button', { name: `Add alt text for ${mark}-desk.png` }).click();
  await page.keyboard.type('A desk of oak');
  await dialog.getByRole('button', { name: 'Publish…' }).click(); // saves it
  await expect(lacking).toHaveText([/No image lacks it/]);
});

test('what happens in the library shows in the fields', nightly, async ({ page }) => {
  const title = unique('A review of changes');
  const [old, gone] = [
    await storePicture(page.request, 'old.png', await noise(page)),
    await storePicture(page.request, 'gone.png', await noise(page)),
  ];
  // readers of other tests need not miss a picture
  await make(page.request, 'reviews', { ...reviewFields(title), productImageUrl: old.url, imageUrls: [gone.url], isPublished: false });
  const by = await storePicture(page.request, unique('new').concat('.png'), await noise(page));
  expect((await page.request.post(`/api/admin/media/${old.id}/replace`, { data: { by: by.id } })).status()).toBe(200);
  expect((await page.request.delete(`/api/admin/media/${gone.id}`)).ok()).toBe(true);
  const dialog = await editReview(page, title);
  await expect(dialog.locator('[data-picture-field]')).toContainText('Replaced in the library. Readers see the new image.');
  await expect(dialog.locator('[data-pictures-field]')).toContainText('Removed from the library. Choose another image.');
  await dialog.getByRole('button', { name: 'Publish…' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Additional Images: 1 image was removed from the library.' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test(
    'pictures are uploaded while the network comes and goes, and are ordered by buttons',
    nightly,
    async ({ page, context, expectComplaint }) => {
      expectComplaint(/ERR_INTERNET_DISCONNECTED/);
      const title = unique('A review on the move');
      const made = await make(page.request, 'reviews', reviewFields(title));
      await page.goto(`/admin/reviews/${made.id}/edit`);
      const dialog = page.getByRole('dialog', { name: 'Edit Review' });
      await dialog.getByRole('button', { name: 'Details' }).click();
      const field = dialog.locator('[data-pictures-field]');
      const files = await Promise.all(['one', 'two', 'three'].map(async (name) => file(`${name}.png`, await noise(page))));
      await context.setOffline(true);
      await field.locator('input[type=file]').setInputFiles(files);
      await expect(field.getByText('Waiting for the network').first()).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Update Review' })).toBeDisabled();
      await dialog.getByRole('button', { name: 'Close' }).tap(); // which would end them
      await expect(page.getByText('Images are still uploading').first()).toBeVisible();
      await context.setOffline(false);
      await expectOrder(dialog, ['one.png', 'two.png', 'three.png']);

      const up = dialog.getByRole('button', { name: 'Move three.png up' });
      await up.scrollIntoViewIfNeeded();
      const { width = 0, height = 0 } = (await up.boundingBox()) ?? {};
      expect([width, height].every((side) => side >= 44)).toBe(true);
      await up.tap();
      await expectOrder(dialog, ['one.png', 'three.png', 'two.png']);
      expect(await overflow(page)).toBeLessThanOrEqual(0);

      await field.getByRole('button', { name: 'Add images' }).tap();
      const picker = page.getByRole('dialog', { name: 'Additional Images' });
      await expect(picker.getByRole('list', { name: 'Images' }).getByRole('button').first()).toBeVisible();
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await picker.locator('input[type=file]').setInputFiles(file('four.png', await noise(page)));
      await expect(picker.getByRole('button', { name: /^four\.png No alt text 1$/ })).toBeVisible(); // it is chosen
      await picker.getByRole('button', { name: 'Use image' }).tap();
      await expectOrder(dialog, ['one.png', 'three.png', 'two.png', 'four.png']);
    },
  );
});
