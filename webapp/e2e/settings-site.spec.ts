// The site's own settings: its name in two tabs at once, its links in an order of one's own, and back to the defaults.
import type { Locator, Page } from '@playwright/test';
import { expect, interactive, nightly, test } from './fixtures';
import { signIn } from './editing';
import { ownSite } from './own-site';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const saved = (page: Page, what: string) => expect(page.getByText(what, { exact: true }).first()).toBeVisible();

/** What every reader is told of the site. */
async function siteOf(page: Page, address: string): Promise<{ name: string; tagline: string; header: { label: string }[] }> {
  return (await (await page.request.get(`${address}/api/site`)).json()) as Awaited<ReturnType<typeof siteOf>>;
}

const headerOf = async (page: Page, address: string) => (await siteOf(page, address)).header.map(({ label }) => label);

const labels = (list: Locator) => list.getByRole('textbox').evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));

test(
  'the owner names the site in two tabs, and goes back to the defaults',
  nightly,
  async ({ page, browser, expectComplaint, expectHost }) => {
    expectComplaint(/status of 412/);
    await ownSite(page, expectHost, async (address) => {
      const other = await page.context().newPage();
      await signIn(other, { own: true, address });
      for (const tab of [page, other]) {
        await tab.goto(`${address}/admin/settings/site`);
        await expect(field(tab, 'Name')).toHaveValue('Candor');
      }

      // One tab saves, and the other learns of it when it saves.
      await field(other, 'Name').fill('Quiet Kitchen');
      await field(other, 'Tagline').fill('Coffee, honestly');
      await save(other).click();
      await saved(other, 'Site settings saved');
      await other.close(); // a tab in the background is slow
      await page.bringToFront();
      await field(page, 'Name').fill('Noisy Kitchen');
      await field(page, 'Description').fill('Machines that make coffee.');
      await save(page).click();
      const meanwhile = page.getByRole('region', { name: /^Saved in another tab/ });
      await expect(meanwhile).toBeFocused();
      await expect(field(page, 'Tagline')).toHaveValue('Coffee, honestly');
      await meanwhile.getByRole('radio', { name: 'Keep mine' }).check();
      await save(page).click();
      await saved(page, 'Site settings saved');
      const told = { name: 'Noisy Kitchen', tagline: 'Coffee, honestly', description: 'Machines that make coffee.' };
      expect(await siteOf(page, address)).toMatchObject(told);

      // What is typed is a draft on the server, which another browser goes on with.
      await field(page, 'Tagline').fill('Coffee, loudly');
      await expect(page.getByText('Draft changes', { exact: true })).toBeVisible();
      await page.getByRole('link', { name: 'Privacy', exact: true }).click();
      await expect(page.getByRole('group', { name: 'Messages' })).toBeVisible();
      await expect
        .poll(async () => (await page.request.get(`${address}/api/admin/settings/site/draft`)).text())
        .toContain('Coffee, loudly');
      const elsewhere = await browser.newPage();
      await signIn(elsewhere, { own: true, address });
      await elsewhere.goto(`${address}/admin/settings/site`);
      await expect(field(elsewhere, 'Tagline')).toHaveValue('Coffee, loudly');
      await expect(elsewhere.getByRole('note', { name: 'Draft' })).toContainText('Readers see the saved settings.');
      await elsewhere.close();
      expect(await siteOf(page, address)).toMatchObject(told);
      await page.getByRole('link', { name: 'Site', exact: true }).click();
      await expect(field(page, 'Tagline')).toHaveValue('Coffee, loudly');
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
      await expect(field(page, 'Tagline')).toHaveValue('Coffee, honestly');

      // The defaults are the last entry of the history.
      await page.getByRole('button', { name: 'History' }).click();
      const history = page.getByRole('dialog', { name: 'History of Site' });
      await expect(history.getByRole('list', { name: 'Changes, newest first' }).getByRole('button')).toHaveCount(3);
      await history.getByRole('button', { name: /^The defaults/ }).click();
      await history.getByRole('button', { name: 'Restore the defaults' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
      await saved(page, 'Site settings restored');
      await expect(history).toBeHidden();
      await expect(field(page, 'Name')).toHaveValue('Candor');
      expect(await siteOf(page, address)).toMatchObject({ name: 'Candor', tagline: 'Honest tech reviews' });
    });
  },
);

test('links are ordered with the keyboard, and lead nowhere that is nothing', nightly, async ({ page, expectComplaint, expectHost }) => {
  expectComplaint(/status of 400/);
  await ownSite(page, expectHost, async (address) => {
    await page.goto(`${address}/admin/settings/navigation`);
    await interactive(page);
    const header = page.getByRole('group', { name: 'Header', exact: true });
    await header.getByRole('button', { name: 'Move Office Tools up' }).focus();
    await page.keyboard.press('Enter');
    await expect(header.getByText('Office Tools is now 3 of 4.')).toBeAttached();
    await page.keyboard.press('Enter');
    expect(await labels(header)).toEqual(['Home', 'Office Tools', 'All Reviews', 'Tech Articles']);
    await expect(header.getByRole('button', { name: 'Move Office Tools up' })).toBeFocused();

    await header.getByRole('button', { name: 'Add link to Header' }).press('Enter');
    await page.keyboard.type('Kettles');
    await page.keyboard.press('Tab');
    await page.keyboard.type('/pages/kettles');
    await page.keyboard.press('Enter'); // closes the list, or sends the form
    await save(page).press('Enter');
    await expect(header.getByText('Nothing is published at /pages/kettles')).toBeVisible();
    const wrong = header.getByRole('combobox', { name: 'Address of link 5 of Header' });
    await expect(wrong).toBeFocused();
    await wrong.fill('corr');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(wrong).toHaveValue('/corrections');
    await save(page).press('Enter');
    await saved(page, 'Navigation settings saved');
    expect(await headerOf(page, address)).toEqual(['Home', 'Office Tools', 'All Reviews', 'Tech Articles', 'Kettles']);
    await page.reload();
    await expect(header.getByRole('textbox', { name: 'Label of link 5 of Header' })).toHaveValue('Kettles');

    // The mouse drags.
    await header
      .locator('[draggable]')
      .nth(4)
      .dragTo(header.locator('[data-place="0"]'), { targetPosition: { x: 40, y: 4 } });
    expect(await labels(header)).toEqual(['Kettles', 'Home', 'Office Tools', 'All Reviews', 'Tech Articles']);
    await page.getByRole('button', { name: 'Back to default: Header' }).click();
    await save(page).click();
    await saved(page, 'Navigation settings saved');
    expect(await headerOf(page, address)).toEqual(['Home', 'All Reviews', 'Tech Articles', 'Office Tools']);
  });
});
