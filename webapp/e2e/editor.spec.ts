// Writing in the editor: by toolbar and by keyboard alone, with pictures, tables and the page beside the text.
import type { Locator, Page } from '@playwright/test';
import { answer, drawn, editor, editReview, find, make, openList, read, reviewFields, seen, signIn, unique } from './editing';
import { escape, expect, nightly, overflow, test } from './fixtures';

test.beforeEach(async ({ page }) => signIn(page));

const wide = { width: 1440, height: 900 };

/** The review's main text, with the cursor at its end. */
async function textOf(dialog: Locator): Promise<Locator> {
  const text = dialog.getByRole('textbox', { name: 'Review Content' });
  await text.focus();
  await dialog.page().keyboard.press('ControlOrMeta+End');
  return text;
}

/** A review whose text is the given one, in its editor. */
async function withText(page: Page, content: string): Promise<{ id: number; dialog: Locator; text: Locator }> {
  const title = unique('A written review');
  const { id } = await make(page.request, 'reviews', { ...reviewFields(title), content });
  const dialog = await editReview(page, title);
  return { id, dialog, text: await textOf(dialog) };
}

async function saved(page: Page, dialog: Locator, id: number): Promise<unknown> {
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  await answer(page, 'Update', 'Update Review');
  await expect(page.getByText('Review updated').first()).toBeVisible();
  return (await read(page.request, 'reviews', id)).content;
}

/** Pastes or drops on an element, as the browser would. */
async function transfer(
  to: Locator,
  type: 'paste' | 'drop',
  { text, png, notes = false }: { text?: string; png?: Buffer; notes?: boolean },
): Promise<void> {
  await to.evaluate(
    (target, { type, text, png, notes }) => {
      const data = new DataTransfer();
      if (text) data.setData('text/plain', text);
      if (png) data.items.add(new File([Uint8Array.from(atob(png), (c) => c.charCodeAt(0))], 'a desk.png', { type: 'image/png' }));
      if (notes) data.items.add(new File(['notes'], 'a desk.txt', { type: 'text/plain' }));
      const { left, top } = target.getBoundingClientRect();
      const init = { bubbles: true, cancelable: true, clientX: left + 5, clientY: top + 5 };
      target.dispatchEvent(
        type === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: data })
          : new ClipboardEvent('paste', { ...init, clipboardData: data }),
      );
    },
    { type, text, notes, png: png?.toString('base64') },
  );
}

test('a text is written with the toolbar, and stored as its source', async ({ page }) => {
  const { id, dialog } = await withText(page, 'It is quiet.');
  const toolbar = dialog.getByRole('toolbar', { name: 'Formatting' });
  const press = (name: string) => toolbar.getByRole('button', { name, exact: true }).click();
  const { keyboard } = page;

  await keyboard.press('Enter');
  await press('Heading 2');
  await keyboard.type('Battery');
  await keyboard.press('Enter');
  await press('Bold');
  await keyboard.type('Two days');
  await keyboard.press('ControlOrMeta+ArrowRight');
  await keyboard.press('End');
  await keyboard.press('Enter');
  await press('Bulleted list');
  await keyboard.type('One');
  await keyboard.press('Enter');
  await keyboard.type('Two');
  await keyboard.press('Enter');
  await keyboard.press('Enter'); // ends the list
  await keyboard.type('Read more');
  await keyboard.press('Shift+ControlOrMeta+ArrowLeft');
  await press('Link');
  await keyboard.type('https://maker.example/lamp'); // over the address that waits for it
  await keyboard.press('End');
  await keyboard.press('Enter');
  await press('Quote');
  await keyboard.type('A lamp.');
  await press('Quote');
  await press('Undo');
  await press('Redo');
  await press('Undo');
  expect(await saved(page, dialog, id)).toBe(
    'It is quiet.\n# Battery\n**Two days**\n- One\n- Two\nRead [more](https://maker.example/lamp)\n> A lamp.',
  );
});

test('a text is written by keyboard alone, and Tab is no trap', nightly, async ({ page }) => {
  const title = unique('A text by keyboard');
  await openList(page, 'reviews');
  await page.getByRole('button', { name: 'Add Review' }).focus();
  const { keyboard } = page;
  await keyboard.press('Enter');
  const dialog = await editor(page, 'Review Title');
  await expect(dialog.getByLabel('Review Title')).toBeFocused();
  await keyboard.type(title);
  await keyboard.press('Tab');
  const text = dialog.getByRole('textbox', { name: 'Review Content' });
  await expect(text).toBeFocused();
  await keyboard.press('Control+Alt+2');
  await keyboard.type('Sound');
  await keyboard.press('Enter');
  await keyboard.press('ControlOrMeta+b');
  await keyboard.type('Loud');
  await keyboard.press('End');
  await keyboard.press('Enter');
  await keyboard.press('ControlOrMeta+i');
  await keyboard.type('softly');
  await keyboard.press('End');
  await keyboard.press('Enter');
  await keyboard.press('Control+Shift+7');
  await keyboard.type('First');
  await keyboard.press('Enter');
  await keyboard.type('Second');
  await expect(text).toHaveText('# Sound**Loud***softly*1. First2. Second');
  await keyboard.press('Control+Shift+8');
  await keyboard.press('Tab');
  await expect(dialog.getByRole('textbox', { name: 'Verdict' })).toBeFocused();
  await keyboard.press('Shift+Tab');
  await expect(text).toBeFocused();

  // In the toolbar, the arrow keys go from button to button.
  const tool = (name: string) => dialog.getByRole('toolbar').getByRole('button', { name, exact: true });
  await keyboard.press('Shift+Tab');
  await keyboard.press('Shift+Tab');
  await expect(tool('Heading 2')).toBeFocused();
  await keyboard.press('End');
  await keyboard.press('Enter');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('Tab and Shift+Tab move to the next and the previous field');
  await expect(help).toContainText('Ctrl+Shift+7');
  await escape(help);
  await expect(tool('Keyboard shortcuts')).toBeFocused();
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await expect(tool('Bold')).toBeFocused();
  await keyboard.press('ArrowLeft');
  await keyboard.press('Enter');
  await expect(text).toBeFocused();

  for (const [label, value] of [
    ['Product Name', 'P'],
    ['Brand', 'B'],
    ['Author', 'A'],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByRole('button', { name: 'Create Review' }).press('Enter');
  await expect(page.getByText('Review created').first()).toBeVisible();
  expect((await find(page.request, 'reviews', title))?.content).toBe('# Sound\n**Loud**\n*softly*\n1. First\n## Second');
});

test('pictures are pasted, dropped and chosen, stored first, and described in place', async ({ page }) => {
  const { id, dialog, text } = await withText(page, 'Before.');
  const png = await drawn(page, 1600, 800, 'image/png');
  let answer = (): void => undefined;
  const asked = new Promise<void>((sent) => {
    void page.route(
      '**/api/admin/media?*',
      async (route) => {
        await new Promise<void>((go) => {
          answer = go;
          sent();
        });
        await route.continue();
      },
      { times: 1 },
    );
  });
  await transfer(text, 'paste', { png });
  await expect(text.getByText('Uploading a desk.png…')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Update Review' })).toBeDisabled();
  await asked;
  answer();
  await expect(text).toContainText('![](/media/');
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))); // nobody types faster
  await page.keyboard.type('A desk'); // the cursor waits in the description
  await expect(text).toContainText(/!\[A desk\]\(\/media\/[0-9a-f]{64}\.png\)/);

  await transfer(text, 'drop', { png: await drawn(page, 61, 41, 'image/png') });
  await expect(text).toContainText(/^!\[\]\(\/media\/[0-9a-f]{64}\.png\)/);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await dialog.getByRole('toolbar').getByRole('button', { name: 'Image' }).click();
  const picker = page.getByRole('dialog', { name: 'Insert images' });
  await picker
    .locator('input[type=file]')
    .setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: await drawn(page, 30, 30, 'image/png') });
  await picker.getByRole('button', { name: 'Use image' }).click();
  await expect(text).toContainText(/\.png\)!\[\]\(/);

  const content = String(await saved(page, dialog, id));
  const pictures = [...content.matchAll(/!\[(.*?)\]\((.+?)\)/g)];
  expect(pictures.map(([, alt]) => alt)).toEqual(['', 'A desk', '']);
  expect(content).not.toContain('data:');
  expect(await seen(page, pictures[1]?.[2] ?? '')).toEqual({ width: 1600, height: 800, first: 'red' });
  await page.goto(`/reviews/${id}`);
  await expect(page.getByRole('img', { name: 'A desk' }).first()).toBeVisible();
});

test('a picture that can’t be stored is said so, and nothing of it stays in the text', nightly, async ({ page, expectComplaint }) => {
  expectComplaint(/ERR_|blob:|status of 503/);
  const { dialog, text } = await withText(page, 'Before.');
  await transfer(text, 'drop', { notes: true });
  await expect(dialog.getByRole('alert')).toHaveText('a desk.txt was not uploaded. Only image files can be used.');
  await expect(text).toHaveAccessibleDescription('a desk.txt was not uploaded. Only image files can be used.');
  await page.route('**/api/admin/media?*', (route) =>
    route.fulfill({ status: 503, json: { title: 'Unavailable', status: 503, message: 'The log is away.' } }),
  );
  await transfer(text, 'paste', { png: await drawn(page, 30, 30, 'image/png') });
  await expect(dialog.getByRole('alert')).toHaveText('a desk.png was not uploaded. The log is away.');
  await expect(text).toHaveText('Before.');
});

test('an address links the words below it, a table is tidied, and words are replaced', nightly, async ({ page }) => {
  await test.step('an address pasted over words', async () => {
    const { id, dialog, text } = await withText(page, 'Read more');
    await page.keyboard.press('Shift+ControlOrMeta+ArrowLeft');
    await transfer(text, 'paste', { text: 'https://maker.example/lamp' });
    await page.keyboard.type(' now');
    expect(await saved(page, dialog, id)).toBe('Read [more](https://maker.example/lamp) now');
  });
  await test.step('a table', async () => {
    const { id, dialog } = await withText(page, 'Measured:');
    const table = dialog.getByRole('toolbar').getByRole('button', { name: 'Insert or tidy table' });
    await table.click();
    await page.keyboard.type('How it was measured');
    await table.click();
    expect(await saved(page, dialog, id)).toBe(
      'Measured:\n\n| How it was measured | Column | Column |\n| ------------------- | ------ | ------ |\n|                     |        |        |\n|                     |        |        |',
    );
  });
  await test.step('words found and replaced; Escape closes only the search', async () => {
    const { id, dialog, text } = await withText(page, 'A lamp is a lamp.');
    await page.keyboard.press('ControlOrMeta+f');
    const search = dialog.locator('.cm-search');
    await expect(search.getByRole('textbox', { name: 'Find' })).toBeFocused();
    await page.keyboard.type('lamp');
    await expect(text.locator('.cm-searchMatch')).toHaveCount(2);
    await search.getByRole('textbox', { name: 'Replace' }).fill('light');
    await search.getByRole('button', { name: 'Replace all' }).click();
    await expect(text).toHaveText('A light is a light.');
    await search.getByRole('textbox', { name: 'Find' }).press('Escape');
    await expect(search).toBeHidden();
    await expect(text).toBeFocused();
    expect(await saved(page, dialog, id)).toBe('A light is a light.');
  });
});

test('the page is beside the text, on both widths, and scrolls along', nightly, async ({ page }) => {
  await page.setViewportSize(wide);
  const parts = Array.from(
    { length: 12 },
    (_, i) => `# Part ${i + 1}\n\n${'It boils the water, and it does so quietly. '.repeat(20)}`,
  ).join('\n\n');
  const { dialog, text } = await withText(page, parts);
  await dialog.getByLabel('Review Title').focus();
  const frame = dialog.frameLocator('iframe');
  const width = () => frame.locator('body').evaluate((body) => body.ownerDocument.defaultView?.innerWidth);
  await expect(frame.getByRole('heading', { level: 2, name: 'Part 1', exact: true })).toBeVisible();
  await expect(frame.getByRole('heading', { level: 1 })).toBeInViewport();
  expect(await width()).toBe(390);
  await dialog.getByLabel('Product Name').fill('Unbreakable'.repeat(12));
  await expect(frame.getByText('Unbreakable').first()).toBeVisible();
  expect(await frame.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(390);
  await text.focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('**Now** ');
  await expect(frame.locator('strong', { hasText: 'Now' })).toBeAttached();

  await frame.getByRole('link', { name: 'Home' }).click(); // leads nowhere
  await expect(dialog).toBeVisible();
  await text.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await expect(frame.getByText('It boils the water').last()).toBeInViewport();
  await expect(frame.getByRole('heading', { level: 1 })).not.toBeInViewport();

  await dialog.getByRole('button', { name: 'Desktop width' }).click();
  await expect.poll(width).toBe(1280);
  await expect(dialog.getByRole('tab')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Preview beside the text' }).click();
  await expect(dialog.locator('iframe')).toHaveCount(0);
  await page.reload();
  await expect((await editor(page, 'Review Title')).getByRole('tab', { name: 'Preview' })).toBeVisible();
});

test('on a phone the details cover the text, and what is wrong in them is shown', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const title = unique('A review on a phone');
  await openList(page, 'reviews');
  await page.getByRole('button', { name: 'Add Review' }).click();
  const dialog = await editor(page, 'Review Title');
  await dialog.getByLabel('Review Title').fill(title);
  await dialog.getByLabel('Review Content').fill('Written on a phone.');
  await expect(dialog.getByLabel('Brand')).toBeHidden();
  await dialog.getByRole('button', { name: 'Create Review' }).click();
  await expect(dialog.getByLabel('Product Name')).toBeFocused();
  for (const [label, value] of [
    ['Product Name', 'P'],
    ['Brand', 'B'],
    ['Author', 'A'],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(value);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await dialog.getByLabel('Product Name').fill('');
  await dialog.getByRole('button', { name: 'Details' }).click();
  await expect(dialog.getByLabel('Review Title')).toBeVisible();
  await dialog.getByLabel('Review Title').fill('');
  await dialog.getByRole('button', { name: 'Create Review' }).click();
  await expect(dialog.getByLabel('Review Title')).toBeFocused();
  await dialog.getByLabel('Review Title').fill(title);
  await dialog.getByRole('button', { name: 'Details' }).click();
  await dialog.getByLabel('Product Name').fill('P');
  await dialog.getByRole('button', { name: 'Create Review' }).click();
  await expect(page.getByText('Review created').first()).toBeVisible();
  expect((await find(page.request, 'reviews', title))?.content).toBe('Written on a phone.');
});

test('the editor has an address, which Back leaves and Forward opens again', async ({ page, expectComplaint }) => {
  const title = unique('An addressed review');
  const { id } = await make(page.request, 'reviews', reviewFields(title));
  const dialog = await editReview(page, title);
  await expect(page).toHaveURL(new RegExp(`/admin/reviews/${id}/edit\\?search=`));
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('searchbox', { name: 'Search reviews' })).toHaveValue(title);
  await page.goForward();
  await editor(page, 'Review Title');

  // A second press in the same moment goes back no further.
  await dialog.getByRole('button', { name: 'Close' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(page).toHaveURL(/\/admin\/reviews\?search=/);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await editor(page, 'Review Title');

  // Something was typed: Back saves it as a draft, and leaves in one step.
  await dialog.getByLabel('Brand').fill('Typed');
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/reviews\?search=/);
  await expect(page.getByRole('row', { name: title }).getByText('Unpublished changes')).toBeVisible();

  expectComplaint(/404/);
  await page.goto('/admin/reviews/999999/edit');
  await expect(page.getByText('This review no longer exists')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/admin\/reviews$/);
});
