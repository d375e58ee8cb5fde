/** People change the settings of projects and groups, and their own. */
import {
  createUser,
  mesh,
  unique,
  waitFor,
  createGroup,
  createProjectWithReadme,
  addMember,
  type TestUser,
} from '@forgemesh/testing';
import type { BrowserContext } from 'playwright-core';
import { findChromium, openBrowser } from '../../support/chromium';
import { inspectView, noProblems, type PageProblems } from '../../support/page-views';
import { signInOn, violationsOf, watchPage, type WatchedPage } from '../../support/pages';

const password = 'a-long-password-1';
const found = findChromium();

(found ? describe : describe.skip)('the pages of settings in Chromium, if available', () => {
  let owner: TestUser;
  let friend: TestUser;
  let browser: BrowserContext;
  let watched: WatchedPage;
  let group: { id: number; full_path: string };
  let project: { id: number; path_with_namespace: string };

  beforeAll(async () => {
    [owner, friend] = await Promise.all([createUser(), createUser()]);
    const path = unique('group');
    group = await createGroup(owner.api, { name: path, path });
    project = await createProjectWithReadme(owner.api, { name: 'Demo', namespace_id: group.id });
    browser = await openBrowser(found as NonNullable<typeof found>);
    watched = await watchPage(browser);
    watched.page.on('dialog', (dialog) => void dialog.accept());
    await signInOn(watched.page, mesh().url, owner.username, password);
  });
  afterAll(() => browser?.close());

  const open = async (address: string, heading: string): Promise<void> => {
    await watched.page.goto(`${mesh().url}${address}`);
    await watched.page.getByRole('heading', { level: 1, name: heading }).waitFor();
  };
  const ofProject = (page: string): string => `/${project.path_with_namespace}/-/${page}`;
  const ofGroup = (page: string): string => `/groups/${group.full_path}/-/${page}`;
  const section = (name: string) => watched.page.getByRole('region', { name, exact: true });
  /** Opens the form of a section that adds an entry. */
  const adding = async (name: string, title: string) => {
    await section(name).getByText(title, { exact: true }).click();
    return section(name).locator('form');
  };
  const done = (text: string) => watched.page.getByRole('status').getByText(text).first().waitFor();

  it('adds a member by username, changes the role and removes them', async () => {
    await open(ofProject('project_members'), 'Members');
    const form = await adding('Direct members', 'Add a member');
    await form.getByLabel('Username').fill('nobody-has-this-name');
    await form.getByRole('button', { name: 'Add member' }).click();
    await form.getByText('No user is named nobody-has-this-name.').waitFor();
    await form.getByLabel('Username').fill(friend.username);
    await form.getByLabel('Role').selectOption('Developer');
    await form.getByRole('button', { name: 'Add member' }).click();
    await done('The member was added.');
    const role = section('Direct members').getByLabel(`Role of Name of ${friend.username}`);
    await role.selectOption('Maintainer');
    await waitFor(
      () => owner.api.get(`/projects/${project.id}/members/${friend.id}`),
      ({ body }) => body.access_level === 40,
    );
    await section('Direct members').getByRole('button', { name: 'Remove' }).click();
    await section('Direct members').getByText('There are no direct members.').waitFor();
  });

  it('saves the general settings, and says what the API refuses', async () => {
    const { page } = watched;
    await open(ofProject('edit'), 'General settings');
    const about = section('About the project');
    const save = about.getByRole('button', { name: 'Save changes' });
    expect(await save.isDisabled()).toBe(true);
    await about.getByLabel('Topics').fill('tools, mesh');
    await about.getByLabel('Default branch').fill('no-such-branch');
    await save.click();
    await about
      .getByText(/does not exist|default branch/i)
      .last()
      .waitFor();
    await about.getByLabel('Default branch').fill('master');
    await about.getByLabel('Description').fill('About tools');
    await save.click();
    await done('The project was saved.');
    const { body } = await owner.api.get(`/projects/${project.id}`);
    expect(body).toMatchObject({ description: 'About tools', tag_list: ['tools', 'mesh'] });
    await section('Visibility and features').getByLabel('Wiki').selectOption('Nobody');
    await section('Visibility and features').getByRole('button', { name: 'Save changes' }).click();
    await done('The features were saved.');
    await page
      .getByRole('navigation', { name: 'Demo' })
      .getByRole('link', { name: 'Wiki' })
      .waitFor({ state: 'detached' });
  });

  it('protects branches and tags, and sets push rules', async () => {
    await open(ofProject('settings/repository'), 'Repository settings');
    await section('Protected branches').getByText('Protect a branch', { exact: true }).click();
    const branch = section('Protected branches').locator('details', { hasText: 'Protect a branch' });
    await branch.getByLabel('Branch').fill('release/*');
    await branch.getByLabel('Who may push').selectOption('No one');
    await branch.getByRole('button', { name: 'Protect branch' }).click();
    const list = section('Protected branches');
    await list.getByText('Push: No one').waitFor();
    await list.getByLabel('Edit release/*').click();
    const edit = list.locator('li').filter({ hasText: 'release/*' });
    await edit.getByLabel('Who may push').selectOption('Developers and maintainers');
    await edit.getByLabel('Further users and groups that may merge').fill('nobody-of-this-name');
    await edit.getByRole('button', { name: 'Save protection' }).click();
    await edit.getByText('No user or group is named nobody-of-this-name.').first().waitFor();
    await edit.getByLabel('Further users and groups that may merge').fill(group.full_path);
    await edit.getByLabel('Allow force pushes').check();
    await edit.getByRole('button', { name: 'Save protection' }).click();
    await list.getByText('Push: Developers + Maintainers · Force pushes allowed').waitFor();
    const rules = section('Push rules');
    await rules.getByLabel('Branch names match').fill('(');
    await rules.getByRole('button', { name: 'Save push rules' }).click();
    await rules.locator('.field-error, .notice-error').first().waitFor();
    await rules.getByLabel('Branch names match').fill('^(feature|release)/');
    await rules.getByRole('button', { name: 'Save push rules' }).click();
    await done('The push rules were saved.');
  });

  it('shows the secret of a new deploy token once', async () => {
    const { page } = watched;
    await open(ofProject('settings/repository'), 'Repository settings');
    const form = await adding('Deploy tokens', 'Create a deploy token');
    await form.getByLabel('Name', { exact: true }).fill('machine');
    const create = form.getByRole('button', { name: 'Create deploy token' });
    expect(await create.isDisabled()).toBe(true);
    await form.getByLabel('read_repository').check();
    await create.click();
    const secret = section('Deploy tokens').locator('[class*="settings-secret_"]');
    await secret.waitFor();
    expect(await secret.textContent()).toMatch(/^\S{20,}$/);
    await page.reload();
    await section('Deploy tokens').getByText('machine', { exact: true }).waitFor();
    expect(await secret.count()).toBe(0);
  });

  it('adds an approval rule and a webhook', async () => {
    await open(ofProject('settings/merge_requests'), 'Settings of merge requests');
    const rule = await adding('Approval rules', 'Add a rule');
    await rule.getByLabel('Name').fill('Reviewers');
    await rule.getByLabel('Users').fill(owner.username);
    await rule.getByRole('button', { name: 'Add rule' }).click();
    await section('Approval rules').getByText('1 approval').waitFor();
    await open(ofProject('hooks'), 'Webhooks');
    const hook = await adding('Webhooks', 'Add a webhook');
    await hook.getByLabel('Address', { exact: true }).fill('https://hooks.example/');
    await hook.getByLabel('Issues', { exact: true }).check();
    await hook.getByRole('button', { name: 'Add webhook' }).click();
    await section('Webhooks').getByText('Pushes to branches, Issues').waitFor();
    await section('Webhooks').getByRole('link', { name: 'Edit and deliveries' }).click();
    await section('Deliveries').getByText('Nothing was sent.').waitFor();
    expect(await violationsOf(watched.page)).toEqual([]);
  });

  it('sets up an integration, changes it and switches it off', async () => {
    const { page } = watched;
    await open(ofProject('settings/integrations'), 'Integrations');
    await section('Integrations').getByRole('link', { name: 'Set up Mattermost' }).click();
    const settings = section('Settings');
    await settings.getByLabel('Address of the webhook').fill('https://chat.example/hook');
    await settings.getByLabel('Wiki pages', { exact: true }).uncheck();
    await settings.getByLabel('Channel', { exact: true }).fill('planning');
    await settings.getByRole('button', { name: 'Set up Mattermost' }).click();
    await done('The integration was saved.');
    const read = () => owner.api.get(`/projects/${project.id}/services/mattermost`);
    expect((await read()).body).toMatchObject({
      active: true,
      issues_events: true,
      wiki_page_events: false,
      properties: { webhook: 'https://chat.example/hook', channel: 'planning', branches_to_be_notified: 'default' },
    });
    await settings.getByLabel('Branches', { exact: true }).selectOption('All branches');
    await settings.getByRole('button', { name: 'Save changes' }).click();
    await waitFor(read, ({ body }) => body.properties.branches_to_be_notified === 'all');
    await section('Switch off').getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('heading', { level: 1, name: 'Integrations' }).waitFor();
    expect((await read()).body.active).toBe(false);
  });

  it('adds badges to a group and a project, whose page shows both', async () => {
    const { page } = watched;
    const badge = async (name: string): Promise<void> => {
      const form = await adding('Badges', 'Add a badge');
      await form.getByLabel('Name').fill(name);
      await form.getByLabel('Address that the badge links to').fill('https://docs.example/%{project_path}');
      await form.getByLabel('Address of the picture').fill('https://pictures.invalid/one.svg');
      await form.getByRole('button', { name: 'Add badge' }).click();
      await done('The badge was added.');
    };
    await open(ofGroup('edit'), 'General settings');
    await badge('Of the group');
    await open(ofProject('edit'), 'General settings');
    await badge('Of the project');
    const own = section('Badges').getByRole('listitem').filter({ hasText: 'Of the project' });
    await own.getByText('Edit', { exact: true }).click();
    await own.getByLabel('Name').fill('Build');
    await own.getByRole('button', { name: 'Save badge' }).click();
    await section('Badges').getByRole('button', { name: 'Remove Build' }).waitFor();
    expect(await section('Badges').getByRole('button', { name: 'Remove Of the group' }).count()).toBe(0);
    await page.goto(`${mesh().url}/${project.path_with_namespace}`);
    const shown = page.getByRole('list', { name: 'Badges' });
    // The picture cannot be loaded, so its name is shown.
    await shown.getByText('Build').waitFor();
    const links = await shown.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    expect(links).toEqual(Array(2).fill(`https://docs.example/${project.path_with_namespace}`));
  });

  it('shows the secret of a second factor as a QR code', async () => {
    const { page } = watched;
    await open('/-/profile/two_factor_auth', 'Two-factor authentication');
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Start' }).click();
    const code = page.getByRole('img', { name: 'QR code of the secret' });
    await code.waitFor();
    expect(await code.locator('path').getAttribute('d')).toMatch(/^M\d/);
    await page.getByRole('button', { name: 'Enable two-factor authentication' }).waitFor();
    expect(await inspectView(page, 'two-factor')).toEqual(noProblems);
  });

  it('creates a personal access token, and revokes it', async () => {
    await open('/-/user_settings/personal_access_tokens', 'Personal access tokens');
    const form = await adding('Active tokens', 'Create a token');
    await form.getByLabel('Name').fill('A script');
    await form.getByLabel(/^read_api/).check();
    await form.getByRole('button', { name: 'Create token' }).click();
    const secret = section('Active tokens').locator('[class*="settings-secret_"]');
    const token = (await secret.textContent()) ?? '';
    const statusOf = async () =>
      (await fetch(`${mesh().url}/api/v4/user`, { headers: { 'PRIVATE-TOKEN': token } })).status;
    expect(await statusOf()).toBe(200);
    await section('Active tokens').getByRole('button', { name: 'Revoke A script' }).click();
    await waitFor(statusOf, (status) => status === 401);
  });

  it('creates a subgroup and deletes it after its name was entered', async () => {
    const { page } = watched;
    await open(`/groups/${group.full_path}`, group.full_path);
    await page.getByRole('link', { name: 'New subgroup' }).click();
    await page.getByLabel('Name').fill('Inner parts');
    await page.getByRole('button', { name: 'Create group' }).click();
    await page.getByRole('heading', { level: 1, name: 'Inner parts' }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    const remove = section('Delete').getByRole('button', { name: 'Delete group' });
    expect(await remove.isDisabled()).toBe(true);
    await section('Delete')
      .getByLabel(/to confirm/)
      .fill(`${group.full_path}/inner-parts`);
    await remove.click();
    await done('The group is being deleted.');
    await waitFor(
      () => owner.api.get(`/groups/${group.id}/subgroups`),
      ({ body }) => body.length === 0,
    );
  });

  it('keeps settings from visitors without the role', async () => {
    const other = await openBrowser(found as NonNullable<typeof found>);
    try {
      await addMember(owner.api, `/projects/${project.id}`, friend, 30);
      const { page } = await watchPage(other);
      await signInOn(page, mesh().url, friend.username, password);
      await page.goto(`${mesh().url}${ofProject('edit')}`);
      await page.getByText('Only maintainers and owners of the project may see its settings.').waitFor();
      expect(await page.getByRole('link', { name: 'Settings', exact: true }).count()).toBe(0);
      await page.goto(`${mesh().url}${ofProject('branches')}`);
      await page.getByText('New branch').waitFor();
    } finally {
      await other.close();
    }
  });

  it('has no accessibility violations on any of the pages, which fit on a narrow screen', async () => {
    const pages: [string, string][] = [
      [ofProject('project_members'), 'Members'],
      [ofProject('edit'), 'General settings'],
      [ofProject('settings/repository'), 'Repository settings'],
      [ofProject('settings/merge_requests'), 'Settings of merge requests'],
      [ofProject('settings/ci_cd'), 'Settings of pipelines'],
      [ofProject('hooks'), 'Webhooks'],
      [ofProject('settings/integrations'), 'Integrations'],
      [ofProject('settings/integrations/slack/edit'), 'Slack'],
      [ofProject('settings/integrations/emails-on-push/edit'), 'Emails about pushes'],
      [ofProject('audit_events'), 'Audit events'],
      [ofProject('tags'), 'Tags'],
      [ofProject('releases/new'), 'New release'],
      [ofProject('snippets/new'), 'New snippet'],
      [ofGroup('group_members'), 'Members'],
      [ofGroup('edit'), 'General settings'],
      [ofGroup('settings/repository'), 'Repository settings'],
      [ofGroup('settings/ci_cd'), 'Settings of pipelines'],
      [ofGroup('audit_events'), 'Audit events'],
      [ofGroup('milestones'), 'Milestones'],
      [ofGroup('milestones/new'), 'New milestone'],
      [ofGroup('boards'), 'Boards'],
      ['/groups/new', 'New group'],
      ['/groups/import', 'Import a group'],
      ['/projects/import', 'Import a project'],
      ['/-/snippets/new', 'New snippet'],
      ['/dashboard/snippets', 'Your snippets'],
      ['/-/profile', 'Profile'],
      ['/-/profile/two_factor_auth', 'Two-factor authentication'],
      ['/-/profile/emails', 'Email addresses'],
      ['/-/profile/notifications', 'Notifications'],
      ['/-/user_settings/personal_access_tokens', 'Personal access tokens'],
      ['/-/user_settings/ssh_keys', 'SSH keys'],
      ['/-/user_settings/gpg_keys', 'GPG keys'],
      ['/-/user_settings/active_sessions', 'Sign-ins'],
    ];
    const found: Record<string, PageProblems> = {};
    for (const [address, heading] of pages) {
      await open(address, heading);
      await watched.page.getByLabel('Loading').first().waitFor({ state: 'detached' });
      // Forms that add entries are part of the page.
      await watched.page.locator('main details').evaluateAll((forms) => {
        for (const form of forms) form.setAttribute('open', '');
      });
      const name = address.replace(group.full_path, 'group').replaceAll(/[^\w]+/g, '-');
      const problems = await inspectView(watched.page, `settings${name}`);
      if (problems.violations.length > 0 || problems.overflow > 0) found[address] = problems;
    }
    expect(found).toEqual({});
    expect(watched.complaints).toEqual([]);
  });
});
