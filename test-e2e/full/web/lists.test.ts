/** Lists of issues and merge requests: filters, changes of several items, saved filters. */
import { readFileSync } from 'node:fs';
import { createGroup, createProject, createUser, ids, mesh, unique, waitFor, type TestUser } from '@forgemesh/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { findChromium, openBrowser } from '../../support/chromium';
import { inspectView, noProblems } from '../../support/page-views';
import { signInOn, violationsOf, watchPage, type WatchedPage } from '../../support/pages';

const password = 'a-long-password-1';
const found = findChromium();

(found ? describe : describe.skip)('lists in Chromium, if available', () => {
  let user: TestUser;
  let project: { id: number; path_with_namespace: string };
  let browser: BrowserContext;
  let watched: WatchedPage;
  let page: Page;
  const path = (): string => `/projects/${project.id}`;
  const at = (address: string): string => `${mesh().url}/${project.path_with_namespace}/-/${address}`;
  const filter = () => page.getByRole('combobox', { name: 'Search or filter' });
  const option = (name: string) => page.getByRole('listbox', { name: 'Filters' }).getByRole('option', { name });
  // A row also links to people.
  const titles = (): Promise<string[]> => page.getByRole('listitem').locator('a[href*="/issues/"]').allTextContents();
  const hasTitles = (wanted: string[]): Promise<unknown> =>
    waitFor(titles, (present) => JSON.stringify(present) === JSON.stringify(wanted));

  beforeAll(async () => {
    user = await createUser();
    project = (await user.api.post('/projects', { name: unique('lists'), initialize_with_readme: true })).body;
    await user.api.post(`${path()}/labels`, { name: 'bug', color: '#dc143c' });
    await user.api.post(`${path()}/labels`, { name: 'idea', color: '#3344aa' });
    await user.api.post(`${path()}/milestones`, { title: 'First' });
    for (const title of ['One', 'Two', 'Three', 'Four'])
      await user.api.post(`${path()}/issues`, { title, labels: title === 'One' ? 'bug' : '' });
    browser = await openBrowser(found as NonNullable<typeof found>);
    watched = await watchPage(browser);
    page = watched.page;
    await signInOn(page, mesh().url, user.username, password);
  });
  afterAll(() => browser?.close());

  it('filters are chosen with the keyboard, turned round and removed', async () => {
    await page.goto(at('issues'));
    await hasTitles(['Four', 'Three', 'Two', 'One']);
    await filter().focus();
    await page.keyboard.type('lab');
    await option('Label').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('bu');
    await option('bug').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await hasTitles(['One']);
    await page.getByRole('button', { name: 'Label is bug' }).click();
    await hasTitles(['Four', 'Three', 'Two']);
    expect(new URL(page.url()).searchParams.get('not[labels]')).toBe('bug');
    await filter().focus();
    await page.keyboard.type('Two');
    await page.keyboard.press('Enter');
    await hasTitles(['Two']);
    expect(await inspectView(page, 'lists-filters')).toEqual(noProblems);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await hasTitles(['Four', 'Three', 'Two', 'One']);
    // Addresses of before still work.
    await page.goto(`${at('issues')}?label_name[]=bug&confidential=false`);
    await hasTitles(['One']);
    await page.getByRole('button', { name: 'Remove the filter Confidential: No' }).waitFor();
  });

  it('filters are saved, and lists are downloaded', async () => {
    await page.goto(`${at('issues')}?labels=bug&order=updated_at`);
    const menu = page.getByLabel('Saved filters');
    await menu.click();
    await page.getByText('You have not saved a filter yet.').waitFor();
    await page.getByRole('textbox', { name: 'Name of the filter' }).fill('Bugs');
    await page.getByRole('button', { name: 'Save this filter' }).click();
    await page.getByText('Filter saved.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^One,/);
    await page.goto(at('issues'));
    await hasTitles(['Four', 'Three', 'Two', 'One']);
    await menu.click();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Bugs' }).click();
    await hasTitles(['One']);
    await menu.click();
    await page.getByRole('button', { name: 'Delete the filter Bugs' }).click();
    await waitFor(
      () => user.api.get('/user/saved_filters'),
      ({ body }) => body.length === 0,
    );
  });

  it('cards of a board are ordered, moved and created', async () => {
    const cards = async (column: string): Promise<string[]> =>
      page.getByRole('region', { name: column, exact: true }).getByRole('article').locator('strong').allTextContents();
    const hasCards = (column: string, wanted: string[]) =>
      waitFor(
        () => cards(column),
        (present) => JSON.stringify(present) === JSON.stringify(wanted),
      );
    const { body: planned } = await user.api.post('/projects', { name: unique('board') });
    const own = `/projects/${planned.id}`;
    const { body: label } = await user.api.post(`${own}/labels`, { name: 'bug', color: '#dc143c' });
    for (const title of ['One', 'Two', 'Three', 'Four'])
      await user.api.post(`${own}/issues`, { title, labels: title === 'One' ? 'bug' : '' });
    const { body: board } = await user.api.post(`${own}/boards`, { name: 'Work' });
    await user.api.post(`${own}/boards/${board.id}/lists`, { label_id: label.id });
    await page.goto(`${mesh().url}/${planned.path_with_namespace}/-/boards`);
    await hasCards('Open', ['Two', 'Three', 'Four']);
    await hasCards('bug', ['One']);
    // By keys, within the column and to the next one.
    const card = (title: string) => page.getByRole('article').getByRole('link', { name: title });
    await card('Two').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await hasCards('Open', ['Three', 'Two', 'Four']);
    await page.keyboard.press('Alt+ArrowRight');
    await hasCards('bug', ['One', 'Two']);
    // By drag, before another one.
    await card('Four').dragTo(card('One'), { targetPosition: { x: 5, y: 2 } });
    await hasCards('bug', ['Four', 'One', 'Two']);
    // By the list of choices.
    await page.getByLabel('Move Two').selectOption('Up');
    await hasCards('bug', ['Four', 'Two', 'One']);
    await page.getByRole('button', { name: 'New issue in bug' }).click();
    await page.keyboard.type('Five');
    await page.keyboard.press('Enter');
    await hasCards('bug', ['Five', 'Four', 'Two', 'One']);
    await page.getByRole('button', { name: 'Settings of the list bug' }).click();
    await page.getByRole('spinbutton', { name: 'Limit of issues' }).fill('3');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('4 / 3').waitFor();
    expect(await inspectView(page, 'lists-board')).toEqual(noProblems);
    // All of it is stored.
    await page.reload();
    await hasCards('bug', ['Five', 'Four', 'Two', 'One']);
    // The board follows a new order that another client makes.
    const { body: listed } = await user.api.get(`${own}/issues`);
    const issueOf = (title: string) => listed.find((issue: { title: string }) => issue.title === title);
    const order = { move_before_id: issueOf('Two').id };
    expect((await user.api.put(`${own}/issues/${issueOf('Five').iid}/reorder`, order)).status).toBe(200);
    await hasCards('bug', ['Four', 'Two', 'Five', 'One']);
    await filter().fill('ou');
    await page.keyboard.press('Enter');
    await hasCards('bug', ['Four']);
  });

  it('a card is created on the board of a group, in a project that is chosen', async () => {
    const path = unique('boards');
    const group = await createGroup(user.api, { name: path, path });
    const inner = await createProject(user.api, { name: 'Inner', namespace_id: group.id });
    await user.api.post(`/groups/${group.id}/boards`, { name: 'All work' });
    await page.goto(`${mesh().url}/groups/${path}/-/boards`);
    await page.getByRole('button', { name: 'New issue in Open' }).click();
    await page.getByLabel('Title').fill('Below');
    await page.getByRole('button', { name: 'Edit: Project' }).click();
    await page.getByRole('radio', { name: inner.path_with_namespace }).check();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create issue' }).click();
    await page.getByRole('article').getByRole('link', { name: 'Below' }).waitFor();
    const { body } = await user.api.get(`/projects/${inner.id}/issues`);
    expect(body).toMatchObject([{ title: 'Below' }]);
    // The board of a group follows other clients, too.
    await user.api.post(`/projects/${inner.id}/issues`, { title: 'Seen' });
    await page.getByRole('article').getByRole('link', { name: 'Seen' }).waitFor();
  });

  it('several issues are changed together, and those that fail stay selected', async () => {
    await page.goto(at('issues'));
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('checkbox', { name: 'Select One' }).uncheck();
    await page.getByText('3 items selected').waitFor();
    await page.getByRole('button', { name: 'Edit: Add labels' }).click();
    await page.getByRole('checkbox', { name: 'idea' }).check();
    await page.getByRole('button', { name: 'Edit: Assignees' }).click();
    await page.getByRole('checkbox', { name: new RegExp(user.username) }).check();
    await page.getByRole('button', { name: 'Edit: Milestone' }).click();
    await page.getByRole('radio', { name: 'First' }).check();
    await page.getByLabel('Discussion').selectOption('Locked');
    expect(await inspectView(page, 'lists-bulk')).toEqual(noProblems);
    // One of them is deleted in the meantime.
    await user.api.delete(`${path()}/issues/2`);
    await page.getByRole('button', { name: 'Apply to 3 items' }).click();
    await page.getByText('2 items changed.').waitFor();
    const failures = page.getByRole('alert').filter({ hasText: '1 item was not changed' });
    await failures.getByRole('link', { name: 'Two' }).waitFor();
    const wanted = { labels: ['idea'], milestone: { title: 'First' }, discussion_locked: true };
    for (const iid of [3, 4]) {
      const { body } = await user.api.get(`${path()}/issues/${iid}`);
      expect(body).toMatchObject({ ...wanted, assignees: [{ id: user.id }] });
    }
    const { body: other } = await user.api.get(`${path()}/issues/1`);
    expect(other).toMatchObject({ labels: ['bug'], milestone: null, discussion_locked: null });
  });

  it('issues are moved and closed together', async () => {
    const target = (await user.api.post('/projects', { name: unique('target') })).body;
    await page.goto(at('issues?labels=idea'));
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Edit: Move to project' }).click();
    await page.getByRole('searchbox', { name: 'Search: Move to project' }).fill(target.path);
    await page.getByRole('radio', { name: target.path_with_namespace }).check();
    await page.getByRole('button', { name: 'Apply to 2 items' }).click();
    await page.getByText('2 items changed.').waitFor();
    expect(ids(await user.api.get(`/projects/${target.id}/issues?state=opened`))).toHaveLength(2);
  });

  it('to-dos are filtered, done and undone', async () => {
    const { body: issue } = await user.api.post(`${path()}/issues`, { title: 'Remember this' });
    const { body: request } = await user.api.post(`${path()}/merge_requests`, {
      title: 'Not merged yet',
      source_branch: 'missing',
      target_branch: 'main',
    });
    await user.api.post(`${path()}/issues/${issue.iid}/todo`);
    await user.api.post(`${path()}/merge_requests/${request.iid}/todo`);
    await page.goto(`${mesh().url}/dashboard/todos`);
    await page.getByText(`Merge request !${request.iid}`).waitFor();
    await page.getByLabel('Type').selectOption('Issues');
    await page.getByText(`Merge request !${request.iid}`).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Done: Remember this' }).click();
    await page.getByRole('button', { name: 'Done: Remember this' }).waitFor({ state: 'hidden' });
    expect(await inspectView(page, 'lists-todos')).toEqual(noProblems);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('button', { name: 'Done: Remember this' }).waitFor();
  });

  it('the history has a graph and contributors, and a profile a calendar', async () => {
    const { body: commit } = await user.api.get(`${path()}/repository/commits`);
    const { status } = await user.api.post(`${path()}/repository/commits`, {
      branch: 'topic',
      start_sha: commit[0].id,
      commit_message: 'Begin the topic',
      actions: [{ action: 'create', file_path: 'topic.txt', content: 'topic' }],
    });
    expect(status).toBe(201);
    await page.goto(at('commits/topic'));
    await page.getByRole('link', { name: 'Graph' }).click();
    const commits = page.getByRole('list', { name: 'Commits' }).getByRole('listitem');
    await page.getByRole('link', { name: 'All branches' }).click();
    await commits.filter({ hasText: 'Begin the topic' }).waitFor();
    expect(await commits.count()).toBe(2);
    expect(await inspectView(page, 'lists-graph')).toEqual(noProblems);
    await page.getByRole('link', { name: 'Contributors' }).click();
    await page.getByText('1 commit', { exact: true }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.goto(`${mesh().url}/${user.username}`);
    await page.getByRole('img', { name: /^\d+ contributions? in the last year$/ }).waitFor();
    expect(await inspectView(page, 'lists-profile')).toEqual(noProblems);
    expect(watched.complaints).toEqual([]);
  });
});
