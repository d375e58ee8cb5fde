/** The first day of an administrator, and a user's own account, by clicks. */
import { createUser, mesh, unique, type TestUser } from '@forgemesh/testing';
import { Secret, TOTP } from 'otpauth';
import type { BrowserContext, Page } from 'playwright-core';
import { findChromium, openBrowser } from '../support/chromium';
import { signInOn, violationsOf, watchPage, type WatchedPage } from '../support/pages';
import { publicSshKey } from '../support/ssh-key';
import { Walk } from '../support/walk';

const password = 'a-first-password-1';
const changed = 'a-second-password-2';
const found = findChromium();

/** Draws a picture in the browser and returns its bytes. */
const drawPicture = `(async () => {
  const canvas = new OffscreenCanvas(900, 600);
  const context = canvas.getContext('2d');
  for (let x = 0; x < 900; x += 3) {
    context.fillStyle = 'hsl(' + x + ' 80% ' + (30 + (x % 50)) + '%)';
    context.fillRect(x, 0, 3, 600);
  }
  const blob = await canvas.convertToBlob();
  return [...new Uint8Array(await blob.arrayBuffer())];
})()`;

const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

(found ? describe : describe.skip)('accounts in Chromium, if available', () => {
  let administrator: TestUser;
  let browser: BrowserContext;
  let watched: WatchedPage;
  let page: Page;
  const username = unique('colleague');

  beforeAll(async () => {
    // As the first start creates one: with a token, without a password.
    administrator = await createUser({ admin: true, password: undefined, force_random_password: true }, [
      'api',
      'sudo',
    ]);
    browser = await openBrowser(found as NonNullable<typeof found>);
    watched = await watchPage(browser);
    ({ page } = watched);
  });
  afterAll(() => browser?.close());

  it('lead a new administrator through the first steps', async () => {
    await page.goto(`${mesh().url}/users/sign_in`);
    await page.getByRole('button', { name: 'Access token' }).click();
    await page.getByLabel('Personal access token').fill(administrator.token);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Set a password' }).click();
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Repeat new password').fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('The password was changed.').waitFor();
    await page.getByRole('link', { name: 'Forgemesh, start page' }).click();
    const step = page.getByRole('listitem').filter({ hasText: 'Set a password' });
    await step.getByRole('img', { name: 'Done' }).waitFor();
    await page.getByRole('link', { name: 'Add users' }).click();
    await page.getByText('Add a user').click();
    const form = page.getByRole('region', { name: 'New user' });
    await form.getByLabel('Name', { exact: true }).fill('Grace Hopper');
    await form.getByLabel('Username').fill(username);
    await form.getByLabel('Email address', { exact: true }).fill(`${username}@example.com`);
    await form.getByLabel('Password').fill(password);
    await form.getByRole('button', { name: 'Create user' }).click();
    await page.getByText('The user was created.').waitFor();
    const walk = new Walk(page);
    const start = page.getByRole('link', { name: 'Forgemesh, start page' });
    await walk.click(start, walk.heading(/^Hello/));
    await walk.click(walk.link('Add an SSH key'), walk.heading('SSH keys'));
    await page.getByText('Add an SSH key').click();
    await page.getByLabel('Title').fill('Laptop');
    await page.getByLabel('Public key').fill(publicSshKey());
    await page.getByRole('button', { name: 'Add key' }).click();
    await page.getByText('The key was added.').waitFor();
    await walk.click(start, walk.heading(/^Hello/));
    await walk.click(walk.link('New project'), walk.heading('New project'));
    await page.keyboard.type(unique('first'));
    await page.getByLabel(/README/).uncheck();
    await walk.click(page.getByRole('button', { name: 'Create project' }), page.getByText('A repository that exists'));
    expect([walk.problems, watched.complaints]).toEqual([{}, []]);
  });

  it('let a user change name, picture and password', async () => {
    await page
      .getByRole('group')
      .filter({ has: page.getByLabel('Your account') })
      .first()
      .click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await signInOn(page, mesh().url, username, password);
    const walk = new Walk(page);
    await page.getByLabel('Your account').click();
    await walk.click(page.getByRole('link', { name: 'Settings', exact: true }), walk.heading('Profile'));
    await page.getByLabel('Name', { exact: true }).fill('Rear Admiral Hopper');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('The profile was saved.').waitFor();
    // Larger than a request may be: the page makes it smaller.
    const large = await page.evaluate<number[]>(drawPicture);
    const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(large) };
    await page.getByLabel('New picture').setInputFiles(file);
    await page.getByRole('button', { name: 'Upload picture' }).click();
    await page.getByRole('button', { name: 'Remove picture' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Password', exact: true }).click();
    const fill = async (current: string): Promise<void> => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password', { exact: true }).fill(changed);
      await page.getByLabel('Repeat new password').fill(changed);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await fill('wrong');
    await page.getByText('is not valid').waitFor();
    await fill(password);
    await page.getByText('The password was changed.').waitFor();
    // The session goes on.
    await walk.click(page.getByRole('link', { name: 'Sign-ins' }), page.getByText('this one'));
    expect(walk.problems).toEqual({});
  });

  it('keep recovery codes in view until they are kept, and end with a proof', async () => {
    await page.getByRole('link', { name: 'Two-factor authentication' }).click();
    await page.getByLabel('Your password').fill(changed);
    await page.getByRole('button', { name: 'Start' }).click();
    const secret = (
      await page.getByRole('status').filter({ hasText: 'Secret for your' }).locator('code').innerText()
    ).trim();
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
    await page.getByRole('button', { name: 'Enable two-factor authentication' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    expect(await codes.count()).toBe(10);
    const first = await codes.first().innerText();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'I have kept them: sign in again' }).click();
    await page.getByLabel('Username or email address').waitFor();
    await page.keyboard.type(username);
    await page.getByLabel('Password').fill(changed);
    await page.keyboard.press('Enter');
    await page.getByLabel('One-time code').waitFor();
    // The field has the focus.
    await page.keyboard.type(first);
    await page.keyboard.press('Enter');
    await page.getByText('9 recovery codes are left.').waitFor();
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    const deletion = page.getByRole('region', { name: 'Delete the account' });
    await deletion.getByLabel('Your password').fill(changed);
    await deletion.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 1));
    await deletion.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByText('Your account was deleted.').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
    expect(watched.complaints).toEqual([]);
  });
});
