// Erasing a person: found by the address in any case, shown, asked about, gone, and a receipt that names nobody.
import { signIn, unique } from './editing';
import { expect, overflow, test } from './fixtures';

test('the admin erases a person and gets a receipt', async ({ page, request, context, expectComplaint }) => {
  expectComplaint(/400 \(Bad Request\).*privacy\/preview/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const mail = `${unique('erase')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')}@example.org`;
  const subject = unique('Forget me');
  for (const body of [{ subject }, { subject: `${subject} again` }]) {
    const answer = await request.post('/api/contact', { data: { name: 'Ada Lark', email: mail, message: 'Text', ...body } });
    expect(answer.status(), await answer.text()).toBe(201);
  }
  expect((await request.post('/api/newsletter/subscribe', { data: { email: mail } })).status()).toBe(201);

  await signIn(page);
  await page.goto(`/admin/messages?search=${encodeURIComponent(subject)}`);
  await expect(page.getByRole('table', { name: 'Contact messages' }).getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Erase a person…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase a person' });

  const address = dialog.getByRole('textbox', { name: 'Email address' });
  await address.fill('nobody');
  await dialog.getByRole('button', { name: 'Find' }).click();
  await expect(dialog.getByRole('alert')).toContainText('valid email address');
  await address.fill(unique('nobody').replace(/\W/g, '') + '@example.org');
  await dialog.getByRole('button', { name: 'Find' }).click();
  await expect(dialog).toContainText('Nothing is stored under this address.');

  await address.fill(mail.toUpperCase());
  await address.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Found: 2 messages and 1 newsletter subscription' })).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: `${subject} again` })).toBeVisible();
  expect(await overflow(page)).toBe(0);

  await dialog.getByRole('button', { name: 'Erase…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect(question).toContainText('2 messages and 1 newsletter subscription');
  await expect(question).toContainText('cannot be undone');
  await question.getByRole('button', { name: 'Erase', exact: true }).click();

  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await expect(receipt).toContainText('access, analytics, history, inbox');
  await expect(receipt).not.toContainText(mail, { ignoreCase: true });
  await receipt.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Receipt copied', { exact: true }).first()).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('Messages: 2');
  expect(copied.toLowerCase()).not.toContain(mail);
  await receipt.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(subject, { exact: false })).toHaveCount(0);

  const found = await page.request.post('/api/admin/privacy/preview', { data: { email: mail } });
  expect(await found.json()).toEqual({ by: 'email', messages: [], subscribers: [], visitors: [] });
});
