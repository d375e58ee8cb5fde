/** Every address that the API hands out opens its page. */
import { asRoot, createUser, mesh, unique, type TestUser } from '@forgemesh/testing';
import type { BrowserContext } from 'playwright-core';
import { findChromium, openBrowser } from '../../support/chromium';
import { signInOn, watchPage, type WatchedPage } from '../../support/pages';

const password = 'a-long-password-1';
const found = findChromium();

/** What the suite creates, with the heading of its page. */
interface Addressed {
  web_url: string;
}

(found ? describe : describe.skip)('addresses in responses of the API, in Chromium, if available', () => {
  let user: TestUser;
  let browser: BrowserContext;
  let watched: WatchedPage;
  /** Headings by the address of their page. */
  const pages = new Map<string, string | RegExp>();
  const add = ({ web_url: url }: Addressed, heading: string | RegExp): void => {
    expect([heading, url]).toEqual([heading, expect.stringMatching(/^http/)]);
    pages.set(url, heading);
  };

  beforeAll(async () => {
    user = await createUser();
    const post = async (path: string, body: object) => {
      const response = await user.api.post(path, body);
      if (response.status >= 300) throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`);
      return response.body;
    };
    const group = await post('/groups', { name: unique('Group'), path: unique('group'), visibility: 'public' });
    add(group, group.name);
    const nested = await post('/groups', { name: 'Nested', path: 'nested', parent_id: group.id, visibility: 'public' });
    add(nested, 'Nested');
    const project = await post('/projects', {
      name: 'Demo',
      namespace_id: nested.id,
      visibility: 'public',
      initialize_with_readme: true,
    });
    add(project, 'Demo');
    const own = await post('/projects', { name: unique('own'), initialize_with_readme: true });
    add(own, own.name);
    const path = `/projects/${project.id}`;
    const branch = project.default_branch;
    const actions = [{ action: 'create', file_path: 'src/a folder/one.ts', content: 'export const one = 1;\n' }];
    const commit = await post(`${path}/repository/commits`, {
      branch: 'feature/one',
      start_branch: branch,
      commit_message: 'Add a file',
      actions,
    });
    add(await post(`${path}/issues`, { title: 'An issue' }), /An issue/);
    const merge = { source_branch: 'feature/one', target_branch: branch, title: 'A request' };
    add(await post(`${path}/merge_requests`, merge), /A request/);
    add(await post(`${path}/milestones`, { title: 'A milestone' }), 'A milestone');
    add(await post(`/groups/${group.id}/milestones`, { title: 'A milestone of a group' }), 'A milestone of a group');
    add(await post(`/groups/${group.id}/epics`, { title: 'An epic' }), /An epic/);
    const snippet = { title: 'A snippet', file_name: 'one.txt', content: 'one', visibility: 'public' };
    add(await post(`${path}/snippets`, snippet), 'A snippet');
    add(await post('/snippets', { ...snippet, title: 'An own snippet' }), 'An own snippet');
    const wiki = await post(`${path}/wikis`, { title: 'A page', content: 'Text' });
    await user.api.put(`${path}/wikis/${wiki.slug}`, { content: 'Another text' });
    const { body: versions } = await user.api.get(`${path}/wikis/${wiki.slug}/versions`);
    await post(`${path}/statuses/${commit.id}`, { state: 'success', ref: 'feature/one' });
    const { body: pipelines } = await user.api.get(`${path}/pipelines`);
    add(pipelines[0], /^Pipeline/);
    await post(`${path}/labels`, { name: 'bug', color: '#d9534f' });
    await post(`${path}/repository/tags`, { tag_name: 'v1.0', ref: branch });
    await post(`${path}/releases`, { tag_name: 'v1.0', name: 'First release', description: 'Text' });
    await post(`${path}/boards`, { name: 'A board' });
    const { body: me } = await user.api.get('/user');
    add(me, me.name);
    const { body: root } = await asRoot().get('/user');
    add(root, root.name);
    // The API has no addresses of these; mails, references and events link to them.
    const at = (page: string): string => `${project.web_url}/-/${page}`;
    pages.set(at('tree/feature/one/src/a%20folder'), /./);
    pages.set(at('blob/feature/one/src/a%20folder/one.ts'), /./);
    pages.set(at('commits/feature/one'), 'Commits');
    pages.set(at(`compare/${branch}...feature/one`), /Compare|Changes/);
    pages.set(at(`commit/${commit.id}`), 'Add a file');
    pages.set(at('branches'), 'Branches');
    pages.set(at('tags/v1.0'), 'v1.0');
    pages.set(at('releases/v1.0'), 'First release');
    pages.set(at('labels'), 'Labels');
    pages.set(at('issues?label_name=bug'), 'Issues');
    pages.set(at('boards'), 'A board');
    pages.set(at(`wikis/${wiki.slug}`), 'A page');
    pages.set(at(`wikis/${wiki.slug}?history`), 'History of A page');
    pages.set(at(`wikis/${wiki.slug}?version=${versions[1].id}`), 'A page');
    pages.set(at('pipelines'), 'Pipelines');
    browser = await openBrowser(found as NonNullable<typeof found>);
    watched = await watchPage(browser);
    await signInOn(watched.page, mesh().url, user.username, password);
  });
  afterAll(() => browser?.close());

  it('answers each of them with the pages', async () => {
    for (const address of pages.keys()) {
      const { pathname, search } = new URL(address);
      const response = await fetch(`${mesh().url}${pathname}${search}`, { headers: { Accept: 'text/html' } });
      expect([address, response.status, response.headers.get('content-type')]).toEqual([
        address,
        200,
        expect.stringContaining('text/html'),
      ]);
      await response.text();
    }
  });

  it('shows the page of each of them', async () => {
    const { page, complaints } = watched;
    for (const [address, heading] of pages) {
      const { pathname, search } = new URL(address);
      await page.goto(`${mesh().url}${pathname}${search}`);
      const main = page.getByRole('main');
      const headings = main.getByRole('heading', { name: heading }).or(main.getByRole('table'));
      await headings.first().waitFor();
      expect([address, await page.getByText('Page not found').count(), complaints]).toEqual([address, 0, []]);
    }
  });

  it('leads from a former address of a group or project to the same page', async () => {
    const { page, complaints } = watched;
    const create = async (path: string, body: object) => (await user.api.post(path, body)).body;
    const group = await create('/groups', { name: 'Moving', path: unique('group') });
    const project = await create('/projects', { name: 'Moved', namespace_id: group.id, initialize_with_readme: true });
    const [groupTo, projectTo] = [unique('group'), unique('project')];
    expect((await user.api.put(`/projects/${project.id}`, { path: projectTo })).status).toBe(200);
    expect((await user.api.put(`/groups/${group.id}`, { path: groupTo })).status).toBe(200);
    const transferred = await create('/projects', { name: unique('transferred'), initialize_with_readme: true });
    const transfer = { namespace: group.id };
    expect((await user.api.put(`/projects/${transferred.id}/transfer`, transfer)).status).toBe(200);
    for (const [former, current] of [
      [`${project.path_with_namespace}/-/issues?state=all`, `${groupTo}/${projectTo}/-/issues?state=all`],
      [`groups/${group.path}/-/labels`, `groups/${groupTo}/-/labels`],
      [project.path_with_namespace, `${groupTo}/${projectTo}`],
      [`${transferred.path_with_namespace}/-/branches`, `${groupTo}/${transferred.path}/-/branches`],
    ]) {
      await page.goto(`${mesh().url}/${former}`);
      await page.waitForURL(`${mesh().url}/${current}`);
      await page.getByRole('main').getByRole('heading').first().waitFor();
    }
    expect(complaints).toEqual([]);
  });
});
