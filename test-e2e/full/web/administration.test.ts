/** An administrator changes what concerns the whole instance, in English and in German. */
import {
  api,
  asRoot,
  createGroup,
  createProject,
  createUser,
  mesh,
  unique,
  waitFor,
  type TestUser,
} from '@forgemesh/testing';
import { Secret, TOTP } from 'otpauth';
import type { BrowserContext } from 'playwright-core';
import { findChromium, openBrowser } from '../../support/chromium';
import { inspectView, noProblems } from '../../support/page-views';
import { signInOn, watchPage, type WatchedPage } from '../../support/pages';
import { english, german, startingWith } from '../../support/say';

const password = 'a-long-password-1';
const found = findChromium();

const describeInLanguages = (found ? describe : describe.skip).each([english, german]);

describeInLanguages('the administration in Chromium in $name, if available', ({ tag, say }) => {
  let administrator: TestUser;
  let browser: BrowserContext;
  let watched: WatchedPage;

  beforeAll(async () => {
    administrator = await createUser();
    await asRoot().put(`/users/${administrator.id}`, { admin: true });
    browser = await openBrowser(found as NonNullable<typeof found>, { language: tag });
    watched = await watchPage(browser);
    watched.page.on('dialog', (dialog) => void dialog.accept());
    await signInOn(watched.page, mesh().url, administrator.username, password, say);
  });
  afterAll(() => browser?.close());

  const open = async (tab: string): Promise<void> => {
    await watched.page.goto(`${mesh().url}/admin/${tab}`);
    await watched.page.getByRole('heading', { level: 1, name: say('Administration') }).waitFor();
    await watched.page.getByLabel(say('Loading')).first().waitFor({ state: 'detached' });
  };
  const section = (name: string) => watched.page.getByRole('region', { name, exact: true });
  const done = (text: string) => watched.page.getByRole('status').getByText(text).first().waitFor();

  it('adds a system hook, changes its triggers and removes it', async () => {
    await open('hooks');
    const hooks = section(say('System hooks'));
    const url = `https://${unique('hook')}.example/`;
    await hooks.locator('summary', { hasText: say('Add a system hook') }).click();
    const form = hooks.locator('form').last();
    await form.getByLabel(say('Address'), { exact: true }).fill(url);
    await form.getByRole('button', { name: say('Add system hook') }).click();
    const entry = hooks.getByRole('listitem').filter({ hasText: url });
    await entry.getByText(`${say('Pushes to branches')}, ${say('Any change of a repository')}`).waitFor();
    await entry.getByText(say('Edit'), { exact: true }).click();
    await entry.getByLabel(say('Merge requests')).check();
    await entry.getByRole('button', { name: say('Save system hook') }).click();
    await done(say('The system hook was saved.'));
    const { body } = await asRoot().get('/hooks?per_page=100');
    expect(body.find((hook: { url: string }) => hook.url === url)).toMatchObject({ merge_requests_events: true });
    await entry.getByRole('button', { name: startingWith(say('Remove')) }).click();
    await entry.waitFor({ state: 'detached' });
  });

  it('adds a broadcast message for a time, and removes it', async () => {
    await open('broadcast_messages');
    const messages = section(say('Broadcast messages'));
    const text = unique('message');
    await messages.locator('summary', { hasText: say('Add a message') }).click();
    const form = messages.locator('form').last();
    await form.getByLabel(say('Message'), { exact: true }).fill(text);
    await form.getByLabel(say('Shown until')).fill('2040-01-02T03:04');
    await form.getByLabel(say('Shown as')).selectOption(say('A notification'));
    await form.getByRole('button', { name: say('Add message') }).click();
    const entry = messages.getByRole('listitem').filter({ hasText: text });
    await entry.getByText(say('active'), { exact: true }).waitFor();
    const { body } = await asRoot().get('/broadcast_messages?per_page=100');
    const stored = body.find(({ message }: { message: string }) => message === text);
    const until = await watched.page.evaluate(() => new Date('2040-01-02T03:04').toISOString());
    expect(stored).toMatchObject({ broadcast_type: 'notification', ends_at: until });
    await entry.getByRole('button', { name: startingWith(say('Remove')) }).click();
    await entry.waitFor({ state: 'detached' });
  });

  it('changes the appearance, and says what the API refuses', async () => {
    await open('appearance');
    const texts = section(say('Texts'));
    const { body: before } = await asRoot().get('/application/appearance');
    const title = unique('name');
    await texts.getByLabel(say('Name of the instance')).fill('n'.repeat(256));
    await texts.getByRole('button', { name: say('Save texts') }).click();
    await texts.getByText(/too long/).waitFor();
    await texts.getByLabel(say('Name of the instance')).fill(title);
    await texts.getByLabel(say('Text colour of both messages')).fill('#112233');
    await texts.getByRole('button', { name: say('Save texts') }).click();
    await done(say('The texts were saved.'));
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
    await section(say('New user'))
      .locator('summary', { hasText: say('Add a user') })
      .click();
    const form = section(say('New user')).locator('form');
    await form.getByLabel(say('Name'), { exact: true }).fill(`Person ${username}`);
    await form.getByLabel(say('Username')).fill(username);
    await form.getByLabel(say('Email address'), { exact: true }).fill(`${username}@example.com`);
    await form.getByLabel(say('Password')).fill('short');
    await form.getByRole('button', { name: say('Create user') }).click();
    await form.getByText(/too short/).waitFor();
    await form.getByLabel(say('Password')).fill(password);
    await form.getByRole('button', { name: say('Create user') }).click();
    await done(say('The user was created.'));
    await watched.page.getByRole('searchbox', { name: say('Search users') }).fill(username);
    await watched.page.keyboard.press('Enter');
    await watched.page.getByRole('link', { name: `@${username}` }).click();
    await section(say('Change the account')).getByLabel(say('Note')).fill('From the story');
    await section(say('Change the account'))
      .getByRole('button', { name: say('Save user') })
      .click();
    await done(say('The user was saved.'));
    const changed = 'another-long-password-2';
    await section(say('Password'))
      .locator('summary', { hasText: say('Set a password') })
      .click();
    await section(say('Password')).getByLabel(say('New password')).fill(changed);
    await section(say('Password'))
      .getByRole('button', { name: say('Set password') })
      .click();
    await done(say('The password was set.'));
    const visitor = await openBrowser(found as NonNullable<typeof found>, { language: tag });
    try {
      const { page } = await watchPage(visitor);
      await signInOn(page, mesh().url, username, changed, say);
    } finally {
      await visitor.close();
    }
  });

  it('impersonates, blocks and deletes a user', async () => {
    const { page } = watched;
    const user = await createUser();
    await open(`users?filter=active&search=${user.username}`);
    await page.getByRole('link', { name: `@${user.username}` }).click();
    const tokens = section(say('Impersonation tokens'));
    await tokens.locator('summary', { hasText: say('Create an impersonation token') }).click();
    await tokens.getByLabel(say('Name'), { exact: true }).fill('Support');
    await tokens.getByLabel('read_user').check();
    await tokens.getByRole('button', { name: say('Create token') }).click();
    const token = await tokens.locator('[class*="settings-secret_"]').textContent();
    expect((await api(token ?? '').get('/user')).body.username).toBe(user.username);
    expect(await inspectView(page, 'admin-user')).toEqual(noProblems);
    const support = tokens.getByRole('listitem').filter({ hasText: 'Support' });
    await support.getByRole('button', { name: startingWith(say('Revoke')) }).click();
    await support.waitFor({ state: 'detached' });
    expect((await api(token ?? '').get('/user')).status).toBe(401);
    await page.getByRole('button', { name: say('Block'), exact: true }).click();
    await page.getByRole('button', { name: say('Unblock'), exact: true }).waitFor();
    expect((await asRoot().get(`/users/${user.id}`)).body.state).toBe('blocked');
    const deletion = section(say('Deletion'));
    await deletion.locator('summary', { hasText: say('Delete the user, keep contributions') }).click();
    const form = deletion.locator('form').first();
    const remove = form.getByRole('button', { name: say('Delete user') });
    await form.getByLabel(say(`Enter ${user.username} to confirm`)).fill('another');
    expect(await remove.isDisabled()).toBe(true);
    await form.getByLabel(say(`Enter ${user.username} to confirm`)).fill(user.username);
    await remove.click();
    await waitFor(
      () => asRoot().get(`/users/${user.id}`),
      ({ status }) => status === 404,
    );
  });

  it('removes the second factor of a user who has lost it', async () => {
    const user = await createUser();
    const { body: secret } = await user.api.post('/user/two_factor', { password });
    const enabled = await user.api.put('/user/two_factor', {
      otp_attempt: new TOTP({ secret: Secret.fromBase32(secret.secret) }).generate(),
    });
    expect(enabled.status).toBe(200);
    await open(`users?filter=with_two_factor&search=${user.username}`);
    await watched.page.getByRole('link', { name: `@${user.username}` }).click();
    await section(say('Second factor'))
      .getByRole('button', { name: say('Remove the second factor') })
      .click();
    await section(say('Second factor')).getByText(say('Sign-ins by password need no one-time code.')).waitFor();
    expect((await asRoot().get(`/users/${user.id}`)).body.two_factor_enabled).toBe(false);
  });

  it('finds a project with its owner, size and storage', async () => {
    const project = await createProject(administrator.api, { name: unique('administered') });
    await open(`projects?search=${project.name}`);
    const row = watched.page.getByRole('row').filter({ hasText: project.name });
    await row.getByRole('cell', { name: 'default' }).waitFor();
    await row.getByRole('link', { name: administrator.username, exact: true }).waitFor();
    await watched.page.getByLabel(say('Order')).selectOption(say('Largest first'));
    await row.waitFor();
  });

  it('changes a setting that it names in words', async () => {
    const { body: before } = await asRoot().get('/application/settings');
    await open('settings?topic=limits');
    await section(say('Sizes')).getByLabel(say('Largest attached file')).fill('12');
    await section(say('Sizes'))
      .getByRole('button', { name: say('Save settings') })
      .click();
    await done(say('The settings were saved.'));
    expect((await asRoot().get('/application/settings')).body.max_attachment_size).toBe(12);
    await open('settings?topic=sign-in');
    await section(say('Sign-in')).getByLabel(say('Limit the addresses of a user')).check();
    await section(say('Sign-in'))
      .getByRole('button', { name: say('Save settings') })
      .click();
    await waitFor(
      () => asRoot().get('/application/settings'),
      ({ body }) => body.unique_ips_limit_enabled === true,
    );
    await asRoot().put('/application/settings', {
      max_attachment_size: before.max_attachment_size,
      unique_ips_limit_enabled: false,
    });
    await open('settings?topic=other');
    await section(say('Other'))
      .getByText(say('All settings that this instance uses stand under the other topics.'))
      .waitFor();
    // It says how many settings have no effect.
    await section(say('Other')).locator('summary').click();
    await section(say('Other')).getByText('help_page_text').waitFor();
    expect(await inspectView(watched.page, 'admin-other-settings')).toEqual(noProblems);
  });

  it('adds a replication node, changes it, shows its secret once and removes it', async () => {
    await open('replication');
    const { page } = watched;
    const name = unique('node');
    await section(say('New node'))
      .locator('summary', { hasText: say('Add a node') })
      .click();
    const form = section(say('New node')).locator('form');
    await form.getByLabel(say('Name'), { exact: true }).fill(name);
    await form.getByLabel(say('Address'), { exact: true }).fill(`https://${name}.example/`);
    await form.getByLabel(say('It is the primary, which handles all writes')).uncheck();
    await form.getByRole('button', { name: say('Add node') }).click();
    await page.getByRole('link', { name: say(`Edit ${name}`) }).click();
    await section(name).getByLabel(say('Repositories at a time'), { exact: true }).fill('3');
    await section(name)
      .getByRole('button', { name: say('Save node') })
      .click();
    await done(say('The node was saved.'));
    const { body: nodes } = await asRoot().get('/geo_nodes?per_page=100');
    const node = nodes.find((one: { name: string }) => one.name === name);
    expect(node).toMatchObject({ repos_max_capacity: 3, primary: false });
    expect(new URL(page.url()).pathname).toBe(new URL(node.web_edit_url).pathname);
    const isStored = (expected: object) =>
      waitFor(
        () => asRoot().get(`/geo_nodes/${node.id}`),
        ({ body }) => Object.entries(expected).every(([field, value]) => String(body[field]) === String(value)),
      );
    await section(say('State')).getByText(say('The node has not reported its state yet.')).waitFor();
    await section(say('State'))
      .getByRole('button', { name: say(`Pause ${name}`) })
      .click();
    await isStored({ paused: true });
    await section(say('State'))
      .getByRole('button', { name: say(`Continue ${name}`) })
      .click();
    await isStored({ paused: false });
    const path = unique('replicated');
    const group = await createGroup(asRoot(), { name: path, path });
    const selection = section(say('Selective replication'));
    await selection.getByLabel(say('Replicated projects')).selectOption('namespaces');
    await selection.getByLabel(say('Groups and users'), { exact: true }).fill(path);
    await selection.getByRole('button', { name: say('Save selection') }).click();
    await isStored({ selective_sync_type: 'namespaces', selective_sync_namespace_ids: [group.id] });
    await page.reload();
    await waitFor(
      () => selection.getByLabel(say('Groups and users'), { exact: true }).inputValue(),
      (chosen) => chosen === path,
    );
    await selection.getByLabel(say('Replicated projects')).selectOption('all');
    await selection.getByRole('button', { name: say('Save selection') }).click();
    await isStored({ selective_sync_type: null });
    await section(say('Secret'))
      .getByRole('button', { name: say('Show secret') })
      .click();
    const secret = section(say('Secret')).locator('[class*="settings-secret_"]');
    const first = await secret.textContent();
    await section(say('Secret'))
      .getByRole('button', { name: say('Replace secret') })
      .click();
    await waitFor(
      () => secret.textContent(),
      (text) => text !== first,
    );
    expect(await inspectView(page, 'admin-node')).toEqual(noProblems);
    await open('replication');
    await page
      .getByRole('row')
      .filter({ hasText: name })
      .getByRole('button', { name: say('Remove') })
      .click();
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
    'projects',
    'groups',
    'storages',
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
