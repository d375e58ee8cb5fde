/** Pipelines, versions of wiki pages, numbers in the menu, and comments with quick actions. */
import { create, createUser, mesh, unique, type TestUser } from '@forgemesh/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { findChromium, openBrowser } from '../../support/chromium';
import { inspectView, noProblems } from '../../support/page-views';
import { signInOn, watchPage, type WatchedPage } from '../../support/pages';

const password = 'a-long-password-1';
const found = findChromium();

(found ? describe : describe.skip)('further pages of a project in Chromium, if available', () => {
  let user: TestUser;
  let browser: BrowserContext;
  let watched: WatchedPage;
  let page: Page;
  let project: { id: number; name: string; path_with_namespace: string; default_branch: string };
  let commit: { id: string };
  let pipeline: { id: number; web_url: string };
  /** Responses that the browser reports as errors. */
  const failed: string[] = [];

  const at = (path: string): string => `${mesh().url}/${project.path_with_namespace}${path}`;
  const api = (path: string): string => `/projects/${project.id}${path}`;
  const menu = () => page.getByRole('navigation', { name: project.name });

  beforeAll(async () => {
    user = await createUser();
    const group = await create(user.api, '/groups', { name: unique('Group'), path: unique('group') });
    const fields = { name: unique('pages'), namespace_id: group.id, initialize_with_readme: true };
    project = (await user.api.post('/projects', fields)).body;
    await create(user.api, `/groups/${group.id}/epics`, { title: 'A long way' });
    await create(user.api, api('/issues'), { title: 'An issue' });
    commit = await create<{ id: string }>(user.api, api('/repository/commits'), {
      branch: 'feature/one',
      start_branch: project.default_branch,
      commit_message: 'Add a file',
      actions: [{ action: 'create', file_path: 'one.txt', content: 'one' }],
    });
    const status = { ref: 'feature/one', target_url: 'https://ci.example.com/1', description: 'All well' };
    for (const [name, state] of Object.entries({ build: 'success', lint: 'failed' }))
      await create(user.api, api(`/statuses/${commit.id}`), { ...status, name, state });
    [pipeline] = (await user.api.get(api('/pipelines'))).body;
    const request = { source_branch: 'feature/one', target_branch: project.default_branch, title: 'A request' };
    await create(user.api, api('/merge_requests'), request);
    await create(user.api, api('/wikis'), { title: 'A page', content: 'The first text' });
    await user.api.put(api('/wikis/A-page'), { content: 'Another text' });
    browser = await openBrowser(found as NonNullable<typeof found>);
    watched = await watchPage(browser);
    ({ page } = watched);
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(`${response.status()} ${new URL(response.url()).pathname}`);
    });
    await signInOn(page, mesh().url, user.username, password);
  });
  afterAll(() => browser?.close());

  it('a pipeline is shown at its address, with its statuses', async () => {
    const { pathname } = new URL(pipeline.web_url);
    await page.goto(`${mesh().url}${pathname}`);
    await page.getByRole('heading', { name: `Pipeline ${pipeline.id}` }).waitFor();
    expect(page.url()).toBe(at(`/-/pipelines/${pipeline.id}`));
    const statuses = page.getByRole('region', { name: 'Statuses' });
    await statuses.getByText('lint').waitFor();
    expect(await statuses.getByRole('link', { name: 'build' }).getAttribute('href')).toBe('https://ci.example.com/1');
    expect(await inspectView(page, 'pipeline')).toEqual(noProblems);
    await page.getByRole('main').getByRole('link', { name: 'All of its pipelines' }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: `Pipeline ${pipeline.id}` })
      .waitFor();
    expect(await inspectView(page, 'pipelines')).toEqual(noProblems);
    await page.getByLabel('Pipelines to show').selectOption('running');
    await page.getByText('No pipelines').waitFor();
  });

  it('the menu leads to the pipelines, and a commit to its pipeline', async () => {
    await menu().getByRole('link', { name: 'Pipelines' }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: `Pipeline ${pipeline.id}` })
      .click();
    await page.getByRole('heading', { name: `Pipeline ${pipeline.id}` }).waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: commit.id.slice(0, 8) })
      .click();
    await page.getByRole('heading', { name: 'Add a file' }).waitFor();
    await page.getByRole('link', { name: `Pipeline ${pipeline.id}` }).waitFor();
    await page.getByText('1 changed file').first().waitFor();
  });

  it('a wiki page has versions with their changes', async () => {
    await page.goto(at('/-/wikis/A-page'));
    await page.getByText('Another text').waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'History of A page' }).waitFor();
    expect(await inspectView(page, 'wiki-history')).toEqual(noProblems);
    await page.getByRole('link', { name: /created page/ }).click();
    await page.getByText('This is the version').waitFor();
    await page.getByRole('article').getByText('The first text').first().waitFor();
    expect(await inspectView(page, 'wiki-version')).toEqual(noProblems);
    await page.getByRole('link', { name: 'Show the current one' }).click();
    await page.getByText('Another text').waitFor();
  });

  it('the number of open merge requests is in the menu, and follows changes', async () => {
    await page.goto(at('/-/merge_requests/1'));
    await menu()
      .getByRole('link', { name: /^Merge requests\s*1$/ })
      .waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).first().click();
    await menu().getByRole('link', { name: 'Merge requests', exact: true }).waitFor();
  });

  it('a comment completes epics, and says what its quick actions did', async () => {
    await page.goto(at('/-/issues/1'));
    const comment = page.getByRole('textbox', { name: 'New comment', exact: true });
    await comment.click();
    await page.keyboard.type('Part of &lon');
    await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name: '&1' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await comment.inputValue()).toBe('Part of &1 ');
    await page.keyboard.type('\n/weight 3');
    await comment.press('Control+Enter');
    await page.getByText('Set the weight to 3.').waitFor();
    await page.getByRole('article').getByText('Part of').waitFor();
  });

  it('reports no error', () => {
    expect(watched.complaints).toEqual([]);
    expect(failed).toEqual([]);
  });
});
