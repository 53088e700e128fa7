// The settings: the account's password and sessions.
import { expect, test } from './fixtures';
import { signIn } from './editing';
import { launch, password } from './start-server';

const chosen = 'a much better one';

test('the admin changes the password, and signs out everywhere else', async ({ page, browser, expectComplaint, expectHost }) => {
  test.setTimeout(120_000);
  expectComplaint(/status of 40[01]/);
  const server = await launch({ demo: false });
  expectHost(new URL(server.address).host);
  try {
    const other = await browser.newContext();
    const elsewhere = async () => {
      const answer = await other.request.get(`${server.address}/api/admin/session`);
      return ((await answer.json()) as { authenticated: boolean }).authenticated;
    };
    const signInElsewhere = async (secret: string) =>
      (await other.request.post(`${server.address}/api/admin/login`, { data: { username: 'admin', password: secret } })).status();
    expect(await signInElsewhere(password)).toBe(200);

    await signIn(page, { own: true, address: server.address });
    await page.goto(`${server.address}/admin/reviews`);
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Account' }).click();
    await expect(page.getByText('CANDOR_ADMIN_PASSWORD')).toBeVisible();
    await expect(page.getByText('(this session)')).toBeVisible();

    // What can't be right is said before anything is sent, and what the server refuses at its field.
    const field = (name: string) => page.getByLabel(name, { exact: true });
    const submit = page.getByRole('button', { name: 'Change password' });
    await field('Current password').fill('not the password');
    await field('New password').fill(chosen);
    await field('Repeat new password').fill('another');
    await submit.click();
    await expect(page.getByRole('alert').filter({ hasText: 'The passwords don’t match' })).toBeVisible();
    await field('Repeat new password').fill(chosen);
    await submit.click();
    await expect(page.getByRole('alert').filter({ hasText: 'The current password is wrong' })).toBeVisible();
    await expect(field('Current password')).toBeFocused();
    await expect(field('New password')).toHaveValue(chosen);

    await field('Current password').fill(password);
    await submit.click();
    await expect(page.getByText('Password changed', { exact: true }).first()).toBeVisible();
    await expect(field('Current password')).toHaveValue('');
    expect(await elsewhere()).toBe(false);
    expect(await signInElsewhere(password)).toBe(401);

    expect(await signInElsewhere(chosen)).toBe(200);
    await page.reload();
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(page.getByText('You aren’t signed in anywhere else.')).toBeVisible();
    expect(await elsewhere()).toBe(false);
    await expect(page.getByText('(this session)')).toBeVisible();
    await other.close();
  } finally {
    await page.close(); // its screens ask for news
    await server.stop();
  }
});
