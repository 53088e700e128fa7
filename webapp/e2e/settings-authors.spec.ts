// The settings of authors and categories: what the admin writes of people, and the order in which readers see the categories.
import type { Page } from '@playwright/test';
import { expect, nightly, test } from './fixtures';
import { ownSite } from './own-site';

const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

test('the admin creates, edits and deletes an author', nightly, async ({ page, expectComplaint, expectHost }) => {
  expectComplaint(/status of 4(00|12)/);
  await ownSite(page, expectHost, async (address) => {
    await page.goto(`${address}/admin/settings`);
    await page.getByRole('link', { name: 'Authors' }).click();
    await expect(page.getByText('No authors yet')).toBeVisible();

    // What can't be right is said at its field before anything is sent.
    await page.getByRole('button', { name: 'Add author' }).click();
    const dialog = page.getByRole('dialog', { name: 'New author' });
    const create = dialog.getByRole('button', { name: 'Create author' });
    const field = (name: string) => page.getByRole('dialog').getByLabel(name, { exact: true });
    await create.click();
    await expect(alert(page, 'Name is required')).toBeVisible();
    await expect(field('Name')).toBeFocused();
    await field('Name').fill('Ada Holt');
    await field('About').fill('Tests *laptops* and the chairs around them.');
    await dialog.getByRole('button', { name: 'Add link' }).click();
    await field('Label of link 1').fill('Notes');
    await field('URL of link 1').fill('ftp://example.com');
    await create.click();
    await expect(alert(page, 'URL must start with http:// or https://')).toBeVisible();
    await field('URL of link 1').fill('https://example.com/ada');
    await create.click();
    await expect(dialog).toBeHidden();
    const rows = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Edit / }) });
    await expect(rows).toHaveText([/Ada Holt/]);
    await expect(page.getByRole('button', { name: 'Add author' })).toBeFocused();

    // A name that another author has is refused by the server, at its field.
    await page.getByRole('button', { name: 'Add author' }).click();
    await field('Name').fill('ada  HOLT');
    await page.keyboard.press('Control+s');
    await expect(alert(page, 'Another author has this name')).toBeVisible();
    await expect(field('Name')).toBeFocused();
    await field('Name').fill('Bo Berg');
    await page.keyboard.press('Control+s');
    await expect(rows).toHaveText([/Ada Holt/, /Bo Berg/]);

    // What is not saved isn't lost without a question, by Escape or by Back.
    await page.getByRole('button', { name: 'Edit Ada Holt' }).click();
    await field('Disclosure').fill('Owns shares of Tarnholt.');
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await expect(async () => {
      await page.keyboard.press('Escape'); // a toast takes the first one
      await expect(question).toBeVisible({ timeout: 1000 });
    }).toPass();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await page.evaluate(() => history.back());
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(field('Disclosure')).toHaveValue('Owns shares of Tarnholt.');

    // Someone else has saved in the meantime: what was typed here stays, and the rest is theirs.
    const theirs = await page.request.patch(`${address}/api/admin/authors/1`, { data: { text: 'Tests *chairs*.' } });
    expect(theirs.status()).toBe(200);
    await page.keyboard.press('Control+s');
    await expect(alert(page, /^Saved in another tab at \d+:\d\d.[AP]M\./)).toBeVisible();
    await expect(field('About')).toHaveValue('Tests *chairs*.');
    await expect(field('Disclosure')).toHaveValue('Owns shares of Tarnholt.');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('dialog')).toBeHidden();
    const stored = (await (await page.request.get(`${address}/api/admin/authors/1`)).json()) as object;
    expect(stored).toMatchObject({
      text: 'Tests *chairs*.',
      disclosure: 'Owns shares of Tarnholt.',
      links: [{ label: 'Notes', url: 'https://example.com/ada' }],
    });

    await page.getByRole('button', { name: 'Delete Ada Holt' }).click();
    const sure = page.getByRole('alertdialog', { name: 'Are you sure?' });
    await sure.getByRole('button', { name: 'Cancel' }).click();
    await expect(rows).toHaveText([/Ada Holt/, /Bo Berg/]);
    await page.getByRole('button', { name: 'Delete Ada Holt' }).click();
    await expect(sure.getByText('permanently erases the profile of “Ada Holt”')).toBeVisible();
    await sure.getByRole('button', { name: 'Delete' }).click();
    await expect(rows).toHaveText([/Bo Berg/]);
    expect((await page.request.get(`${address}/api/admin/authors/1`)).status()).toBe(404);
  });
});

test('readers see the categories as the admin orders and names them', nightly, async ({ page, expectComplaint, expectHost }) => {
  expectComplaint(/status of 4(00|12)/); // the order may still be on its way when a category is saved
  await ownSite(page, expectHost, async (address) => {
    await page.goto(`${address}/admin/settings/categories`);
    const names = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Edit / }) });
    await expect(names).toHaveText([/^Computers/, /^Automotive/, /^Industrial/, /^Smart/]);

    // By keyboard: the button keeps the focus as long as there is somewhere to go.
    const up = page.getByRole('button', { name: 'Move Smart Gadgets up' });
    await up.focus();
    for (const place of [3, 2]) {
      await page.keyboard.press('Enter');
      await expect(page.getByText(`Smart Gadgets is now ${place} of 4.`)).toBeAttached();
      await expect(up).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Move Smart Gadgets down' })).toBeFocused();
    await expect(names).toHaveText([/^Smart/, /^Computers/, /^Automotive/, /^Industrial/]);

    await page.getByRole('button', { name: 'Edit Computers & Laptops' }).click();
    const field = (name: string) => page.getByRole('dialog').getByLabel(name, { exact: true });
    await field('Name').fill('');
    await page.keyboard.press('Control+s');
    await expect(alert(page, 'Name is required')).toBeVisible();
    await field('Name').fill('Computers');
    await field('Description').fill('Machines to think with.');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('dialog')).toBeHidden();

    await page.getByRole('button', { name: 'Add category' }).click();
    await field('Name').fill('Smart Gadgets');
    await expect(field('Slug')).toHaveValue('smart-gadgets');
    await field('Slug').fill('gadgets');
    await page.getByRole('button', { name: 'Create category' }).click();
    await expect(alert(page, 'Slug is already taken')).toBeVisible();
    await expect(field('Slug')).toBeFocused();
    await field('Name').fill('Kitchen & Home');
    await field('Slug').fill('kitchen');
    await page.getByRole('button', { name: 'Create category' }).click();
    await expect(names).toHaveText([/^Smart/, /^ComputersMachines to think with\./, /^Automotive/, /^Industrial/, /^Kitchen & Home/]);

    // What was saved is what a reader gets, also without JavaScript.
    const answer = await page.request.get(`${address}/api/categories`);
    expect(((await answer.json()) as { slug: string }[]).map(({ slug }) => slug)).toEqual([
      'gadgets',
      'computers',
      'automotive',
      'industrial',
      'kitchen',
    ]);
    const html = await (await page.request.get(`${address}/`)).text();
    const places = ['/category/gadgets', '/category/computers', '/category/automotive', '/category/industrial', '/category/kitchen'].map(
      (path) => html.indexOf(path),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });
});
