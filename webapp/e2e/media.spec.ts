// The media library: uploads of real files, what is known of a picture, where it is used, and replacing and removing it.
import type { Locator, Page } from '@playwright/test';
import { make, read, reviewFields, signIn, turned, unique } from './editing';
import { escape, expect, nightly, overflow, test } from './fixtures';

interface File {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture that nobody has uploaded yet, drawn by the browser: columns of any colours, of which the left half may be transparent. */
async function painted(
  page: Page,
  name: string,
  width: number,
  height: number,
  mimeType: string,
  { transparent = false } = {},
): Promise<File> {
  const data = await page.evaluate(
    ({ width, height, mimeType, transparent }) => {
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      for (let i = transparent ? 5 : 0; i < 10; i += 1) {
        context.fillStyle = `hsl(${360 * Math.random()} 80% 50%)`;
        context.fillRect((i * width) / 10, 0, width / 10, height);
      }
      return canvas.toDataURL(mimeType, 0.8);
    },
    { width, height, mimeType, transparent },
  );
  return { name, mimeType, buffer: Buffer.from(data.slice(data.indexOf(',') + 1), 'base64') };
}

/** A GIF of 2 × 2 pixels and two frames, in colours of its own. */
function animation(name: string): File {
  const colours = Array.from({ length: 6 }, () =>
    Math.floor(256 * Math.random())
      .toString(16)
      .padStart(2, '0'),
  ).join('');
  const frame = (pixels: string) => `21f904000a000000 2c000000000200020000 ${pixels}`;
  const text = `474946383961 02000200800000 ${colours} 21ff0b4e45545343415045322e300301000000 ${frame('020404c3100500')} ${frame('02040c41300500')} 3b`;
  return { name, mimeType: 'image/gif', buffer: Buffer.from(text.replaceAll(' ', ''), 'hex') };
}

/** The stored picture as the browser sees it: its size, and how opaque its first pixel is. */
async function stored(page: Page, url: string): Promise<{ width: number; height: number; alpha: number | undefined }> {
  return page.evaluate(async (src) => {
    const img = new Image();
    img.src = src;
    await img.decode();
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    context?.drawImage(img, 0, 0);
    return { width: img.naturalWidth, height: img.naturalHeight, alpha: context?.getImageData(0, 0, 1, 1).data[3] };
  }, url);
}

interface Listed {
  id: string;
  url: string;
  animated: boolean;
}

/** The library's entry of a file by its name. */
async function entry(page: Page, name: string): Promise<Listed> {
  const answer = await page.request.get(`/api/admin/media?search=${encodeURIComponent(name)}`);
  const { items } = (await answer.json()) as { items: Listed[] };
  const [found] = items;
  if (!found) throw new Error(`${name} is not in the library`);
  return found;
}

/** The library, as far as names contain the word. */
async function openLibrary(page: Page, word: string): Promise<void> {
  await page.goto(`/admin/media?search=${encodeURIComponent(word)}`);
  await expect(page.getByRole('button', { name: 'Upload Images' }).first()).toBeVisible();
}

/** Drops the files on the page, as from a folder, or pastes them. */
async function hand(page: Page, how: 'drop' | 'paste', files: readonly File[]): Promise<void> {
  const sent = files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, bytes: buffer.toString('base64') }));
  await page.getByRole('heading', { name: 'Media' }).evaluate(
    (target, { how, sent }) => {
      const transfer = new DataTransfer();
      for (const { name, type, bytes } of sent)
        transfer.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name, { type }));
      const init = { bubbles: true, cancelable: true };
      if (how === 'paste') target.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: transfer }));
      else for (const type of ['dragover', 'drop']) target.dispatchEvent(new DragEvent(type, { ...init, dataTransfer: transfer }));
    },
    { how, sent },
  );
}

/** Chooses files with the button, which is a person's doing. */
async function choose(page: Page, files: File | File[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload Images' }).first().click();
  await (await chooser).setFiles(files);
}

const uploads = (page: Page) => page.getByRole('status', { name: 'Uploads' });
const rowOf = (page: Page, name: string) => page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name });
const details = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

async function open(page: Page, name: string): Promise<Locator> {
  await page.getByRole('list', { name: 'Images' }).getByRole('link', { name, exact: true }).click();
  const dialog = details(page, name);
  await expect(dialog.getByLabel('Alt text', { exact: true })).toBeVisible();
  return dialog;
}

test.beforeEach(async ({ page }) => signIn(page));

test('files of all kinds are uploaded at once; what can’t be used says why at its own row', nightly, async ({ page, expectComplaint }) => {
  test.setTimeout(120_000);
  expectComplaint(/blob:/); // a broken file
  expectComplaint(/status of 400 .*\/api\/admin\/media/);
  const word = unique('kettle').replace(' ', '-');
  await openLibrary(page, word);
  await expect(page.getByText('No images found')).toBeVisible();

  const photo = await painted(page, `${word}-photo.jpg`, 4000, 3000, 'image/jpeg');
  const small = await painted(page, `${word}-small.jpg`, 300, 200, 'image/jpeg');
  await hand(page, 'drop', [
    { ...photo, buffer: turned(photo.buffer, 6) }, // held on its side
    await painted(page, `${word}-logo.png`, 640, 480, 'image/png', { transparent: true }),
    animation(`${word}-moving.gif`),
    { name: `${word}-notes.txt`, mimeType: 'text/plain', buffer: Buffer.from('notes') },
    { name: `${word}-large.jpg`, mimeType: 'image/jpeg', buffer: Buffer.alloc(5_242_881) },
    { name: `${word}-broken.png`, mimeType: 'image/png', buffer: Buffer.from('no picture at all') },
    { ...small, name: `${word}-cut.jpg`, buffer: small.buffer.subarray(0, small.buffer.length / 2) },
    await painted(page, `${word}-modern.webp`, 900, 600, 'image/webp'),
    await painted(page, `${word}-huge.jpg`, 8000, 5000, 'image/jpeg'), // 40 megapixels
    await painted(page, `${word}-huger.jpg`, 8000, 5100, 'image/jpeg'),
  ]);
  await expect(uploads(page)).toHaveText('5 of 10 uploaded, 5 failed', { timeout: 60_000 });
  for (const [name, reason] of Object.entries({
    'notes.txt': 'Only image files can be used.',
    'large.jpg': 'Image file is too large. Please use an image smaller than 5MB.',
    'broken.png': 'Failed to load image',
    'cut.jpg': 'is not a valid JPEG image',
    'huger.jpg': 'The image has too many pixels (8,000 × 5,100). Please use one with at most 40 million.',
  }))
    await expect(rowOf(page, `${word}-${name}`).getByRole('alert')).toContainText(reason);

  // They are listed without a reload, and are as large as they may be, upright, and still transparent and moving.
  await expect(page.getByRole('list', { name: 'Images' }).getByRole('listitem')).toHaveCount(5);
  const looks = {
    photo: [1800, 2400, 255, 'jpg'],
    logo: [640, 480, 0, 'png'],
    moving: [2, 2, 255, 'gif'],
    modern: [900, 600, 255, 'webp'],
    huge: [2400, 1500, 255, 'jpg'],
  };
  for (const [name, [width, height, alpha, type]] of Object.entries(looks)) {
    const { url, animated } = await entry(page, `${word}-${name}`);
    expect(url).toMatch(new RegExp(`\\.${String(type)}$`));
    expect({ name, ...(await stored(page, url)), animated }).toEqual({ name, width, height, alpha, animated: name === 'moving' });
  }
  await page.getByRole('button', { name: 'Clear list' }).click();
  await expect(page.getByRole('list', { name: 'Files' })).toBeHidden();
});

test('ten uploads go on by themselves after the network was gone, on a phone', nightly, async ({ page, context, expectComplaint }) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await page.setViewportSize({ width: 390, height: 844 });
  const word = unique('trip').replace(' ', '-');
  await openLibrary(page, word);
  const files: File[] = [];
  for (let i = 0; i < 10; i += 1)
    files.push(await painted(page, `${word}-${i}-${'a-long-name-'.repeat(i)}.jpg`, 600 + i, 400, 'image/jpeg'));

  // Three get through, two are on their way when the network goes.
  let begun = 0;
  let restore: () => void = () => undefined;
  const back = new Promise<void>((done) => (restore = done));
  await page.route('**/api/admin/media?*', async (route) => {
    if (route.request().method() === 'POST' && (begun += 1) > 3) await back;
    await route.continue().catch(() => undefined); // a request that was given up
  });
  await choose(page, files);
  await expect(uploads(page)).toHaveText('3 of 10 uploaded');
  await expect(page.getByRole('progressbar')).toHaveCount(2);
  await context.setOffline(true);
  await expect(uploads(page)).toHaveText('3 of 10 uploaded. Waiting for the network.');
  await expect(rowOf(page, `${word}-9-`)).toContainText('Waiting for the network');
  await expect(rowOf(page, `${word}-9-`).getByRole('button', { name: /^Retry/ })).toBeVisible();
  expect(await overflow(page)).toBe(0);

  // The page isn't left without a warning.
  const warned = page.waitForEvent('dialog');
  void page.evaluate(() => location.reload());
  const warning = await warned;
  expect(warning.type()).toBe('beforeunload');
  await warning.dismiss();

  restore();
  await context.setOffline(false);
  await expect(uploads(page)).toHaveText('10 of 10 uploaded');
  await expect(page.getByRole('list', { name: 'Images' }).getByRole('listitem')).toHaveCount(10);
  expect(await overflow(page)).toBe(0);

  await rowOf(page, `${word}-0-`)
    .getByRole('link', { name: /^Details/ })
    .click();
  await expect(page.getByRole('dialog').getByLabel('Alt text', { exact: true })).toBeVisible();
  expect(await overflow(page)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a picture is described, replaced where it is used, brought back, and removed', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const word = unique('lamp').replace(' ', '-');
  await openLibrary(page, word);
  const [first, second] = [
    await painted(page, `${word}.png`, 640, 480, 'image/png'),
    await painted(page, `${word}-new.png`, 800, 300, 'image/png'),
  ];
  await hand(page, 'paste', [first]);
  await expect(uploads(page)).toHaveText('1 of 1 uploaded');
  const { id, url } = await entry(page, word);
  const title = unique('A lamp review');
  const review = await make(page.request, 'reviews', { ...reviewFields(title), productImageUrl: url });
  const shown = async () =>
    ((await (await page.request.get(`/api/reviews/${review.id}`)).json()) as { productImageUrl: string }).productImageUrl;

  await test.step('described', async () => {
    await page.getByRole('combobox', { name: 'Show' }).selectOption('missing-alt');
    const dialog = await open(page, `${word}.png`);
    await expect(page).toHaveURL(new RegExp(`/admin/media/${id}\\?search=`));
    await dialog.getByLabel('Alt text', { exact: true }).fill('A [small] lamp');
    await dialog.getByLabel('Caption', { exact: true }).fill('On the desk');
    await dialog.getByLabel('Credit', { exact: true }).fill('Ada Voss');
    const point = dialog.getByRole('slider', { name: 'Focal point' });
    await point.press('Shift+ArrowLeft');
    await expect(point).toHaveAttribute('aria-valuetext', '40% from the left, 50% from the top');
    const image = dialog.getByRole('slider').locator('..');
    const box = await image.boundingBox();
    if (!box) throw new Error('no picture');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.8, box.y + box.height * 0.25, { steps: 3 });
    await page.mouse.up();
    await expect(point).toHaveAttribute('aria-valuetext', '80% from the left, 25% from the top');
    await expect(dialog.locator('[data-crop]')).toHaveCSS('object-position', '80% 25%');
    // Leaving asks first.
    await page.goBack();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Image saved').first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Copy Markdown' }).click();
    await expect(page.getByText('Markdown copied').first()).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`![A \\[small\\] lamp](${url})`);
    await expect(dialog.getByRole('link', { name: title })).toHaveAttribute('href', `/admin/reviews/${review.id}/edit`);
    await escape(dialog);
    // It lacks nothing any more.
    await expect(page.getByText('No images found')).toBeVisible();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('');
    await page.getByRole('searchbox', { name: 'Search images' }).fill(`voss ${word}`);
    await expect(page.getByRole('list', { name: 'Images' }).getByRole('listitem')).toHaveCount(1);
  });

  await test.step('replaced and brought back', async () => {
    const dialog = await open(page, `${word}.png`);
    await dialog.getByRole('button', { name: 'Replace…' }).click();
    const question = page.getByRole('dialog', { name: 'Replace this image' });
    await expect(question.getByText('The new image will be shown in 1 place.')).toBeVisible();
    await question.locator('input[type=file]').setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('broken') });
    await expect(question.getByRole('alert')).toHaveText('Failed to load image');
    await question.locator('input[type=file]').setInputFiles(second);
    await expect(question.getByText(`New: ${word}-new.png`)).toBeVisible();
    await question.getByRole('button', { name: 'Replace' }).click();
    const now = details(page, `${word}-new.png`);
    await expect(now.getByLabel('Alt text', { exact: true })).toHaveValue('A [small] lamp');
    await expect(now.getByText('800 × 300 px')).toBeVisible();
    await expect(now.getByRole('link', { name: title })).toBeVisible();
    const { url: newUrl } = await entry(page, `${word}-new`);
    await expect.poll(shown).toBe(newUrl);
    expect(await read(page.request, 'reviews', review.id)).toMatchObject({ productImageUrl: url });

    await now.getByRole('button', { name: 'Use this file again' }).click();
    await expect(details(page, `${word}.png`).getByText('640 × 480 px').first()).toBeVisible();
    await expect.poll(shown).toBe(url);
    await expect(page).toHaveURL(new RegExp(`/admin/media/${id}`));
  });

  await test.step('removed and allowed again', async () => {
    await page.getByRole('button', { name: 'Remove…' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('It will be missing in 1 place');
    await expect(question).toContainText(title);
    await question.getByRole('button', { name: 'Remove image' }).click();
    await expect(page.getByText('Image removed').first()).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('removed');
    await page
      .getByRole('list', { name: 'Images' })
      .getByRole('link', { name: `${word}.png`, exact: true })
      .click();
    await page.getByRole('button', { name: 'Allow again' }).click();
    await expect(page.getByText('It can be uploaded again.')).toBeVisible();
    expect((await page.request.get(url)).status()).toBe(410);
  });
});
