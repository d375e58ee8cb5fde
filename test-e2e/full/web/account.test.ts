/** People follow the links of mails in a browser: passwords, email addresses and terms. */
import { asRoot, createUser, mesh, unique, waitFor } from '@forgemesh/testing';
import type { BrowserContext } from 'playwright-core';
import { startReplica, type ManagedProcess } from '../../../scripts/test/mesh.cjs';
import { findChromium, openBrowser } from '../../support/chromium';
import { inspectView, noProblems } from '../../support/page-views';
import { signInOn, watchPage, type WatchedPage } from '../../support/pages';
import { startSmtpSink, type SmtpSink } from '../../support/smtp-sink';

const root = asRoot();
const password = 'a-chosen-password-1';
const found = findChromium();

(found ? describe : describe.skip)('the account pages in Chromium, if available', () => {
  let sink: SmtpSink;
  let worker: ManagedProcess;
  let browser: BrowserContext;
  let watched: WatchedPage;
  /** Addresses of all requests of the browser, with the addresses of the pages that sent them. */
  const requests: { url: string; referrer: string | undefined }[] = [];

  beforeAll(async () => {
    sink = await startSmtpSink();
    const env = { FORGE_SMTP_URL: sink.url };
    worker = await startReplica({ service: 'deliveries', label: 'account-pages', mesh: mesh(), env });
    // Events published before the consumer was created are not delivered.
    const witness = await createUser();
    await waitFor(
      async () => {
        await root.put(`/users/${witness.id}`, { reset_password: true });
        return sink.received.length;
      },
      (count) => count > 0,
    );
    browser = await openBrowser(found as NonNullable<typeof found>);
    watched = await watchPage(browser);
    watched.page.on('request', (request) =>
      requests.push({ url: request.url(), referrer: request.headers()['referer'] }),
    );
  });
  afterAll(async () => {
    await browser?.close();
    await worker?.stop();
    await sink?.close();
  });

  /** The link in the first email to an address. */
  async function linkTo(address: string, path: string): Promise<string> {
    const mail = await waitFor(
      () => Promise.resolve(sink.received.find(({ to }) => to.includes(address))),
      (one) => one !== undefined,
    );
    const [link = ''] = new RegExp(`${mesh().url}${path}\\?\\w+=[\\w-]{43}(?![\\w-])`).exec(mail?.text ?? '') ?? [];
    expect(link).not.toBe('');
    return link;
  }

  const heading = (name: string) => watched.page.getByRole('heading', { level: 1, name }).waitFor();
  const button = (name: string) => watched.page.getByRole('button', { name, exact: true });
  const field = (name: string) => watched.page.getByLabel(name, { exact: true });
  const focusedText = () =>
    watched.page.evaluate<string>(
      'document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent',
    );
  /** No address of the page, and no request but the page's own, has the token. */
  const expectTokenIsGone = async (link: string): Promise<void> => {
    const token = [...new URL(link).searchParams.values()].join();
    expect(watched.page.url()).toBe(`${mesh().url}${new URL(link).pathname}`);
    expect(await watched.page.content()).not.toContain(token);
    expect(
      await watched.page.evaluate('JSON.stringify([history.state, { ...sessionStorage }, { ...localStorage }])'),
    ).not.toContain(token);
    const known = requests.filter(({ url }) => url.includes(token)).map(({ url }) => new URL(url).pathname);
    expect(new Set(known)).toEqual(new Set([new URL(link).pathname, expect.stringMatching(/^\/-\/account\//)]));
    expect(requests.filter(({ referrer = '' }) => referrer.includes(token))).toEqual([]);
  };

  it('a new user follows the link of the mail, sets a password and signs in', async () => {
    const { page } = watched;
    const username = unique('invited');
    const email = `${username}@example.com`;
    expect((await root.post('/users', { username, email, name: 'Invited', reset_password: true })).status).toBe(201);
    const link = await linkTo(email, '/users/password/edit');
    await page.goto(link);
    await heading('Set your password');
    await page.getByText(`Choose a password for the account ${username}: at least 8 characters.`).waitFor();
    await expectTokenIsGone(link);
    await field('Password').fill('short');
    await field('Repeat password').fill('short');
    await button('Set password').click();
    await page.getByText('is too short (minimum is 8 characters)').waitFor();
    expect(await focusedText()).toBe('Password');
    await field('Password').fill(password);
    await field('Repeat password').fill('another-password-1');
    await button('Set password').click();
    await page.getByText("doesn't match Password").waitFor();
    expect(await focusedText()).toBe('Repeat password');
    expect(await field('Repeat password').getAttribute('aria-invalid')).toBe('true');
    expect(await inspectView(page, 'account-password')).toEqual(noProblems);
    await field('Repeat password').fill(password);
    await button('Set password').click();
    await page.getByRole('status').getByText(`The password of ${username} is set.`).waitFor();
    expect(await focusedText()).toContain(`The password of ${username} is set.`);
    expect(await inspectView(page, 'account-password-set')).toEqual(noProblems);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await heading('Sign in');
    await signInOn(page, mesh().url, username, password);
    await page.goto(link);
    await page.getByRole('alert').getByText('This link is no longer valid').waitFor();
    expect(await inspectView(page, 'account-link-invalid')).toEqual(noProblems);
  });

  it('a user confirms an email address', async () => {
    const { page } = watched;
    const user = await createUser();
    const email = `${unique('further')}@example.com`;
    const { id } = (await user.api.post('/user/emails', { email })).body as { id: number };
    const link = await linkTo(email, '/users/confirmation');
    await page.goto(link);
    await heading('Confirm your email');
    await page.getByText(`Is ${email} an email address of your account ${user.username}?`).waitFor();
    await expectTokenIsGone(link);
    expect(await inspectView(page, 'account-confirmation')).toEqual(noProblems);
    expect((await user.api.get(`/user/emails/${id}`)).body.confirmed_at).toBeNull();
    await button('Confirm').click();
    await page.getByRole('status').getByText(`${email} is confirmed as an email address`).waitFor();
    expect((await user.api.get(`/user/emails/${id}`)).body.confirmed_at).toMatch(/Z$/);
    await page.goto(link);
    await page.getByRole('alert').getByText('This link is no longer valid').waitFor();
  });

  it('a user reads and accepts the terms', async () => {
    const { page } = watched;
    const user = await createUser();
    const terms =
      '# Rules\n\n**Be kind** <script>document.title="owned"</script><img src=x alt="none" onerror="alert(1)">';
    expect((await root.put('/application/settings', { terms, enforce_terms: true })).status).toBe(200);
    try {
      expect((await user.api.get('/user')).status).toBe(403);
      await page.goto(`${mesh().url}/-/users/terms`);
      await heading('Terms of Service');
      const text = page.getByRole('region', { name: 'Text of the terms' });
      await text.getByText('Be kind').waitFor();
      expect(await text.locator('script, [onerror]').count()).toBe(0);
      await field('User name or email (not required with a token)').fill(user.username);
      await field('Password, or a personal access token with the scope api').fill('wrong-password-1');
      await button('I accept these terms').click();
      await page.getByRole('alert').getByText('The user name and password, or the token, are not valid.').waitFor();
      expect(await inspectView(page, 'account-terms')).toEqual(noProblems);
      expect((await root.put('/application/settings', { terms: `${terms}\n\nAnd patient.` })).status).toBe(200);
      await field('Password, or a personal access token with the scope api').fill('a-long-password-1');
      await button('I accept these terms').click();
      await page.getByRole('alert').getByText('The terms have changed: read them again.').waitFor();
      await text.getByText('And patient.').waitFor();
      await button('I accept these terms').click();
      await page.getByRole('status').getByText(`You have accepted the terms as ${user.username}.`).waitFor();
      expect((await user.api.get('/user')).status).toBe(200);
    } finally {
      await root.put('/application/settings', { enforce_terms: false, terms: null });
    }
    await page.goto(`${mesh().url}/-/users/terms`);
    await page.getByRole('alert').getByText('This instance has no terms.').waitFor();
    expect(watched.complaints).toEqual([]);
  });
});
