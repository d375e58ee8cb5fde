/** An administrator changes what concerns the whole instance. */
import { asRoot, createUser, mesh, unique, waitFor, type TestUser } from '@forgemesh/testing';
import type { BrowserContext } from 'playwright-core';
import { findChromium, openBrowser } from '../../support/chromium';
import { inspectView, noProblems } from '../../support/page-views';
import { signInOn, watchPage, type WatchedPage } from '../../support/pages';

const password = 'a-long-password-1';
const found = findChromium();

(found ? describe : describe.skip)('the administration in Chromium, if available', () => {
  let administrator: TestUser;
  let browser: BrowserContext;
  let watched: WatchedPage;

  beforeAll(async () => {
    administrator = await createUser();
    await asRoot().put(`/users/${administrator.id}`, { admin: true });
    browser = await openBrowser(found as NonNullable<typeof found>);
    watched = await watchPage(browser);
    watched.page.on('dialog', (dialog) => void dialog.accept());
    await signInOn(watched.page, mesh().url, administrator.username, password);
  });
  afterAll(() => browser?.close());

  const open = async (tab: string): Promise<void> => {
    await watched.page.goto(`${mesh().url}/admin/${tab}`);
    await watched.page.getByRole('heading', { level: 1, name: 'Administration' }).waitFor();
    await watched.page.getByLabel('Loading').first().waitFor({ state: 'detached' });
  };
  const section = (name: string) => watched.page.getByRole('region', { name, exact: true });
  const done = (text: string) => watched.page.getByRole('status').getByText(text).first().waitFor();

  it('adds a system hook, changes its triggers and removes it', async () => {
    await open('hooks');
    const hooks = section('System hooks');
    const url = `https://${unique('hook')}.example/`;
    await hooks.getByText('Add a system hook').click();
    const form = hooks.locator('form').last();
    await form.getByLabel('Address', { exact: true }).fill(url);
    await form.getByRole('button', { name: 'Add system hook' }).click();
    const entry = hooks.getByRole('listitem').filter({ hasText: url });
    await entry.getByText('Pushes to branches, Any change of a repository').waitFor();
    await entry.getByText('Edit', { exact: true }).click();
    await entry.getByLabel('Merge requests').check();
    await entry.getByRole('button', { name: 'Save system hook' }).click();
    await done('The system hook was saved.');
    const { body } = await asRoot().get('/hooks?per_page=100');
    expect(body.find((hook: { url: string }) => hook.url === url)).toMatchObject({ merge_requests_events: true });
    await entry.getByRole('button', { name: `Remove ${url}` }).click();
    await entry.waitFor({ state: 'detached' });
  });

  it('adds a broadcast message for a time, and removes it', async () => {
    await open('broadcast_messages');
    const messages = section('Broadcast messages');
    const text = unique('message');
    await messages.getByText('Add a message').click();
    const form = messages.locator('form').last();
    await form.getByLabel('Message', { exact: true }).fill(text);
    await form.getByLabel('Shown until').fill('2040-01-02T03:04');
    await form.getByLabel('Shown as').selectOption('A notification');
    await form.getByRole('button', { name: 'Add message' }).click();
    const entry = messages.getByRole('listitem').filter({ hasText: text });
    await entry.getByText('active', { exact: true }).waitFor();
    const { body } = await asRoot().get('/broadcast_messages?per_page=100');
    const stored = body.find(({ message }: { message: string }) => message === text);
    const until = await watched.page.evaluate(() => new Date('2040-01-02T03:04').toISOString());
    expect(stored).toMatchObject({ broadcast_type: 'notification', ends_at: until });
    await entry.getByRole('button', { name: `Remove message ${stored.id}` }).click();
    await entry.waitFor({ state: 'detached' });
  });

  it('changes the appearance, and says what the API refuses', async () => {
    await open('appearance');
    const texts = section('Texts');
    const { body: before } = await asRoot().get('/application/appearance');
    const title = unique('name');
    await texts.getByLabel('Name of the instance').fill('n'.repeat(256));
    await texts.getByRole('button', { name: 'Save texts' }).click();
    await texts.getByText(/too long/).waitFor();
    await texts.getByLabel('Name of the instance').fill(title);
    await texts.getByLabel('Text colour of both messages').fill('#112233');
    await texts.getByRole('button', { name: 'Save texts' }).click();
    await done('The texts were saved.');
    const { body } = await asRoot().get('/application/appearance');
    expect(body).toMatchObject({ title, message_font_color: '#112233' });
    await asRoot().put('/application/appearance', {
      title: before.title,
      message_font_color: before.message_font_color,
    });
  });

  it('creates a user, who can sign in, and changes them', async () => {
    await open('users');
    const username = unique('person').toLowerCase();
    await section('New user').getByText('Add a user').click();
    const form = section('New user').locator('form');
    await form.getByLabel('Name', { exact: true }).fill(`Person ${username}`);
    await form.getByLabel('Username').fill(username);
    await form.getByLabel('Email address', { exact: true }).fill(`${username}@example.com`);
    await form.getByLabel('Password').fill('short');
    await form.getByRole('button', { name: 'Create user' }).click();
    await form.getByText(/too short/).waitFor();
    await form.getByLabel('Password').fill(password);
    await form.getByRole('button', { name: 'Create user' }).click();
    await done('The user was created.');
    await watched.page.getByRole('searchbox', { name: 'Search users' }).fill(username);
    await watched.page.keyboard.press('Enter');
    const entry = watched.page.getByRole('listitem').filter({ hasText: `@${username}` });
    await entry.getByText('Edit', { exact: true }).click();
    const changed = 'another-long-password-2';
    await entry.getByLabel('New password').fill(changed);
    await entry.getByRole('button', { name: 'Save user' }).click();
    await done('The user was saved.');
    const visitor = await openBrowser(found as NonNullable<typeof found>);
    try {
      const { page } = await watchPage(visitor);
      await signInOn(page, mesh().url, username, changed);
    } finally {
      await visitor.close();
    }
  });

  it('adds a replication node, changes it, shows its secret once and removes it', async () => {
    await open('replication');
    const { page } = watched;
    const name = unique('node');
    await section('New node').getByText('Add a node').click();
    const form = section('New node').locator('form');
    await form.getByLabel('Name', { exact: true }).fill(name);
    await form.getByLabel('Address', { exact: true }).fill(`https://${name}.example/`);
    await form.getByLabel(/^It is the primary/).uncheck();
    await form.getByRole('button', { name: 'Add node' }).click();
    await page.getByRole('link', { name: `Edit ${name}` }).click();
    await section(name).getByLabel('Repositories at a time', { exact: true }).fill('3');
    await section(name).getByRole('button', { name: 'Save node' }).click();
    await done('The node was saved.');
    const { body: nodes } = await asRoot().get('/geo_nodes?per_page=100');
    const node = nodes.find((one: { name: string }) => one.name === name);
    expect(node).toMatchObject({ repos_max_capacity: 3, primary: false });
    expect(new URL(page.url()).pathname).toBe(new URL(node.web_edit_url).pathname);
    await section('Secret').getByRole('button', { name: 'Show secret' }).click();
    const secret = section('Secret').locator('[class*="settings-secret_"]');
    const first = await secret.textContent();
    await section('Secret').getByRole('button', { name: 'Replace secret' }).click();
    await waitFor(
      () => secret.textContent(),
      (text) => text !== first,
    );
    expect(await inspectView(page, 'admin-node')).toEqual(noProblems);
    await open('replication');
    await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Remove' }).click();
    await waitFor(
      () => asRoot().get(`/geo_nodes/${node.id}`),
      ({ status }) => status === 404,
    );
  });

  it.each([
    '',
    'services',
    'consumers',
    'dead_letters',
    'repository_checks',
    'jobs',
    'deliveries',
    'users',
    'settings',
    'appearance',
    'broadcast_messages',
    'hooks',
    'audit_events',
    'replication',
    'license',
  ])('shows the page /admin/%s without problems', async (tab) => {
    await open(tab);
    // Forms that add entries are part of the page.
    await watched.page.locator('main details').evaluateAll((forms) => {
      for (const form of forms) form.setAttribute('open', '');
    });
    const problems = await inspectView(watched.page, `admin-${tab || 'overview'}`);
    expect([problems, watched.complaints]).toEqual([noProblems, []]);
  });
});
