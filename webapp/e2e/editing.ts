// Helpers of the editors' tests: a signed-in admin at an admin list, and items made by calls.
import { randomBytes } from 'node:crypto';
import { expect, type APIRequestContext, type Cookie, type Locator, type Page } from '@playwright/test';
import { serverUrl } from './fixtures';
import { password } from './start-server';

/** The cookies of the session that this worker's tests share, by server. */
const sessions = new Map<string, Cookie[]>();

/** Signs the page's browser in, as the login screen does. A test that ends its session needs one of its own. */
export async function signIn(page: Page, { own = false, address = serverUrl() } = {}): Promise<void> {
  const shared = sessions.get(address);
  if (shared && !own) {
    await page.context().addCookies(shared);
  } else {
    const answer = await page.request.post(`${address}/api/admin/login`, { data: { username: 'admin', password } });
    expect(answer.status()).toBe(200);
    if (!own) sessions.set(address, await page.context().cookies(address));
  }
  await page.addInitScript(() => {
    localStorage.setItem('candor-admin', 'authenticated');
    localStorage.setItem('candor-admin-login-time', String(Date.now()));
  });
}

/** Chooses an entry of the dashboard's account menu. */
export async function chooseInAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

const addButtons = { reviews: 'Add Review', articles: 'Add Article', pages: 'Create New Page' } as const;

/** Opens an admin list that shows only what contains the text. */
export async function openList(page: Page, tab: keyof typeof addButtons, search = ''): Promise<void> {
  await page.goto(`/admin/${tab}${search ? `?search=${encodeURIComponent(search)}` : ''}`);
  await expect(page.getByRole('button', { name: addButtons[tab] }).first()).toBeVisible();
}

/** Closes the toast that says a text: it lies over the list's last rows for as long as the mouse is on it. */
export async function dismissToast(page: Page, text: string): Promise<void> {
  const toast = page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: text });
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toBeHidden();
}

/** A content type's part of the API's addresses. */
type Kind = 'reviews' | 'news' | 'pages';

export interface Item {
  id: number;
  revision: number;
  title: string;
  [field: string]: unknown;
}

export async function make(request: APIRequestContext, kind: Kind, fields: object): Promise<Item> {
  const answer = await request.post(`/api/${kind}`, { data: fields });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as Item;
}

export async function read(request: APIRequestContext, kind: Kind, id: number): Promise<Item> {
  return (await (await request.get(`/api/admin/${kind}/${id}`)).json()) as Item;
}

export async function change(request: APIRequestContext, kind: Kind, id: number, fields: object): Promise<void> {
  expect((await request.patch(`/api/${kind}/${id}`, { data: fields })).status()).toBe(200);
}

/** Returns the item with the title. */
export async function find(request: APIRequestContext, kind: Kind, title: string): Promise<Item | undefined> {
  const items = (await (await request.get(`/api/admin/${kind}?search=${encodeURIComponent(title)}`)).json()) as Item[];
  return items.find((item) => item.title === title);
}

/** The editor, once its fields are there. */
export async function editor(page: Page, first: string): Promise<Locator> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(first, { exact: true })).toBeVisible();
  return dialog;
}

let last = 0;

/** A name that nothing else has. */
export function unique(what: string): string {
  last += 1;
  return `${what} ${Date.now().toString(36)}${process.pid}${last}`;
}

/** A picture drawn by the browser, as a file. */
export async function drawn(page: Page, width: number, height: number, type: 'image/jpeg' | 'image/png'): Promise<Buffer> {
  const data = await page.evaluate(
    ({ width, height, type }) => {
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      // Red above, blue below: which way is up can be seen afterwards.
      context.fillStyle = 'red';
      context.fillRect(0, 0, width, height / 2);
      context.fillStyle = 'blue';
      context.fillRect(0, height / 2, width, height / 2);
      return canvas.toDataURL(type, 0.9);
    },
    { width, height, type },
  );
  return Buffer.from(data.slice(data.indexOf(',') + 1), 'base64');
}

/** A picture that nothing else has, as a PNG file. */
export async function noise(page: Page, width = 120, height = 80): Promise<Buffer> {
  const data = await page.evaluate(
    ({ width, height, bytes }) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height });
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      bytes.forEach((n, i) => {
        context.fillStyle = `hsl(${n * 1.4} 60% 50%)`;
        context.fillRect((i % 8) * (width / 8), Math.floor(i / 8) * (height / 8), width / 8, height / 8);
      });
      return canvas.toDataURL('image/png');
    },
    { width, height, bytes: [...randomBytes(64)] },
  );
  return Buffer.from(data.slice(data.indexOf(',') + 1), 'base64');
}

export interface Stored {
  id: string;
  url: string;
}

/** Stores a PNG file in the library. */
export async function storePicture(request: APIRequestContext, name: string, png: Buffer, alt = ''): Promise<Stored> {
  const answer = await request.post(`/api/admin/media?name=${encodeURIComponent(name)}`, {
    data: png,
    headers: { 'Content-Type': 'image/png' },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const stored = (await answer.json()) as Stored;
  if (alt) expect((await request.patch(`/api/admin/media/${stored.id}`, { data: { alt } })).status()).toBe(200);
  return stored;
}

/** The JPEG with an EXIF orientation: 6 is a camera held on its side. */
export function turned(jpeg: Buffer, orientation: number): Buffer {
  // 'Exif', the little-endian TIFF head, and one directory entry: tag 0x0112, one short.
  const exif = Buffer.from(['457869660000', '49492a0008000000', '0100', '120103000100000000000000', '00000000'].join(''), 'hex');
  exif.writeUInt16LE(orientation, 24);
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xffe1, 0);
  head.writeUInt16BE(exif.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}

/** A picture as the browser sees it: its size, and the colour of its first pixel. */
export async function seen(page: Page, url: string): Promise<{ width: number; height: number; first: 'red' | 'blue' }> {
  return page.evaluate(async (src) => {
    const img = new Image();
    img.src = src;
    await img.decode();
    const canvas = document.createElement('canvas');
    canvas.width = img.naturalWidth;
    canvas.height = img.naturalHeight;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(img, 0, 0);
    const [red = 0, , blue = 0] = context.getImageData(2, 2, 1, 1).data;
    return { width: img.naturalWidth, height: img.naturalHeight, first: red > blue ? ('red' as const) : ('blue' as const) };
  }, url);
}

/** Fields enough for a review. */
export const reviewFields = (title: string) => ({
  title,
  productName: `Product of ${title}`,
  productBrand: 'Brand',
  categoryId: 2,
  authorName: 'Ada Editor',
  content: 'One.\n\nTwo.',
  rating: 3.5,
  isPublished: true,
});

/** The dialog of a new review. */
export async function addReview(page: Page): Promise<Locator> {
  await openList(page, 'reviews');
  await page.getByRole('button', { name: 'Add Review' }).click();
  return editor(page, 'Product Name');
}

/** The dialog of the review with the title. */
export async function editReview(page: Page, title: string): Promise<Locator> {
  await openList(page, 'reviews', title);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  return editor(page, 'Product Name');
}

/** Says what kind of change of something published it is, and goes on. */
export async function answer(page: Page, kind: 'Correction' | 'Update' | 'Typo', confirm: string): Promise<void> {
  const question = page.getByRole('dialog', { name: 'What kind of change is this?' });
  await question.getByRole('radio', { name: kind }).check();
  await question.getByRole('button', { name: confirm }).click();
  await expect(question).toBeHidden();
}
