/** A person reads and changes the files of a project in a browser. */
import { createUser, mesh, unique, createProject, type TestUser, waitFor } from '@forgemesh/testing';
import type { BrowserContext } from 'playwright-core';
import { findChromium, openBrowser } from '../support/chromium';
import { itInFullRun } from '../support/full-run';
import { signInOn, violationsOf, watchPage, type WatchedPage } from '../support/pages';

const password = 'a-long-password-1';
const found = findChromium();
const script = Array.from({ length: 40 }, (_, index) => `export const value${index} = ${index};`).join('\n');
/** More lines than are rendered at once. */
const LONG_LINES = 3000;
const long = Array.from({ length: LONG_LINES }, (_, index) => `row ${index} of a long file`).join('\n');
const readme = '# Demo\n\nSee [the script](src/values.ts).\n\n<script>document.title = "owned"</script>\n';

(found ? describe : describe.skip)('the pages of files in Chromium, if available', () => {
  let user: TestUser;
  let browser: BrowserContext;
  let watched: WatchedPage;
  let project: { id: number; path_with_namespace: string; web_url: string };

  beforeAll(async () => {
    user = await createUser();
    const name = unique('demo');
    project = await createProject(user.api, { name, visibility: 'private', description: 'A demonstration' });
    const actions = [
      { action: 'create', file_path: 'README.md', content: readme },
      { action: 'create', file_path: 'src/values.ts', content: `${script}\n` },
      { action: 'create', file_path: 'src/deep/long.txt', content: `${long}\n` },
    ];
    const commit = { branch: 'main', commit_message: 'Add the first files', actions };
    expect((await user.api.post(`/projects/${project.id}/repository/commits`, commit)).status).toBe(201);
    browser = await openBrowser(found as NonNullable<typeof found>);
    watched = await watchPage(browser);
  });
  afterAll(() => browser?.close());

  const at = (path: string): string => `${mesh().url}/${project.path_with_namespace}${path}`;

  it('hides a private project from anonymous visitors and leads to the sign-in', async () => {
    const { page } = watched;
    await page.goto(project.web_url.replace(/^https?:\/\/[^/]+/, mesh().url));
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Password').fill('wrong');
    await page.getByLabel('Username or email address').fill(user.username);
    await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The username or password is wrong.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel('Password').fill(password);
    await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('A demonstration').waitFor();
  });

  it('keeps the session over a reload without a token in the storage of the browser', async () => {
    const { page } = watched;
    await page.reload();
    await page.getByText('A demonstration').waitFor();
    const stored = await page.evaluate<string[]>('[...Object.keys(localStorage), ...Object.keys(sessionStorage)]');
    expect(stored.toSorted()).toEqual(['forgemesh.recent', 'forgemesh.scroll', 'forgemesh.session']);
    const cookies = await browser.cookies(`${mesh().url}/-/session`);
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/-/session' }]);
  });

  itInFullRun('shares the session between tabs that start at the same time', async () => {
    const tabs = await Promise.all([watchPage(browser), watchPage(browser), watchPage(browser)]);
    await Promise.all(tabs.map(({ page }) => page.goto(at(''))));
    await Promise.all(tabs.map(({ page }) => page.getByText('A demonstration').waitFor()));
    await Promise.all(tabs.map(({ page }) => page.close()));
    await watched.page.reload();
    await watched.page.getByText('A demonstration').waitFor();
  });

  it('shows the project with its files and the rendered README', async () => {
    const { page } = watched;
    await page.getByRole('heading', { name: 'Demo', exact: true }).waitFor();
    await page.getByRole('table', { name: 'Files' }).getByRole('link', { name: 'src' }).waitFor();
    await page.getByRole('link', { name: 'Add the first files' }).first().waitFor();
    expect(await page.title()).not.toBe('owned');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'the script' }).click();
    await page.getByText('value39').waitFor();
    expect(new URL(page.url()).pathname).toBe(new URL(at('/-/blob/main/src/values.ts')).pathname);
  });

  it('marks lines in the address', async () => {
    const { page } = watched;
    await page.getByRole('link', { name: 'Line 10', exact: true }).click();
    await page.getByRole('link', { name: 'Line 12', exact: true }).click({ modifiers: ['Shift'] });
    expect(new URL(page.url()).hash).toBe('#L10-12');
    await waitFor(
      () => page.locator('tr[class*="is-marked_"]').count(),
      (marked) => marked === 3,
    );
    expect(await violationsOf(page)).toEqual([]);
  });

  it('keeps the marked lines in the permalink, which a key opens', async () => {
    const { page } = watched;
    const { body: tip } = await user.api.get(`/projects/${project.id}/repository/commits/main`);
    const permalink = new URL(at(`/-/blob/${tip.id}/src/values.ts`)).pathname;
    const link = page.getByRole('link', { name: 'Permalink' });
    expect(await link.getAttribute('href')).toBe(`${permalink}#L10-12`);
    await page.keyboard.press('y');
    await page.waitForURL(`**${permalink}#L10-12`);
    // The file is loaded again, at the commit.
    await waitFor(
      () => page.locator('tr[class*="is-marked_"]').count(),
      (marked) => marked === 3,
    );
  });

  it('finds a file by parts of its path with the keyboard', async () => {
    const { page } = watched;
    await page.goto(at('/-/blob/main/src/values.ts'));
    await page.getByText('value39').waitFor();
    const finder = page.getByRole('searchbox', { name: 'Find a file' });
    // The text may be visible before the key has its effect.
    await waitFor(async () => {
      if (!(await finder.isVisible())) await page.keyboard.press('t');
      return finder.isVisible();
    }, Boolean);
    await finder.fill('deplong');
    await page.getByRole('link', { name: 'src/deep/long.txt' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('row 0 of a long file').waitFor();
    const tree = page.getByRole('navigation', { name: 'Files of the repository' });
    await tree.getByRole('link', { name: 'long.txt' }).waitFor();
  });

  it('lets the search of the browser find lines far below', async () => {
    const { page } = watched;
    expect(await page.evaluate(`window.find('row ${LONG_LINES - 50} of a long file')`)).toBe(true);
    await page.getByRole('link', { name: `Line ${LONG_LINES - 50}`, exact: true }).waitFor();
  });

  it('finds files of all projects by text and path', async () => {
    const { page } = watched;
    await page.goto(`${mesh().url}/search?scope=blobs&search=${encodeURIComponent('value39 path:src/')}`);
    await page.getByText('export const value39 = 39;').waitFor();
    await page.getByRole('main').getByRole('link', { name: project.path_with_namespace }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'src/values.ts' }).click();
    await page.getByRole('link', { name: 'Line 40', exact: true }).waitFor();
  });

  it('shows and edits a large file, locks it, and lists and releases its lock', async () => {
    const { page } = watched;
    const actions = [
      { action: 'create', file_path: '.gitattributes', content: '*.dat filter=lfs diff=lfs merge=lfs -text\n' },
      { action: 'create', file_path: 'large.dat', content: 'the content of a large file\n' },
    ];
    const commit = { branch: 'main', commit_message: 'Add a large file', actions };
    expect((await user.api.post(`/projects/${project.id}/repository/commits`, commit)).status).toBe(201);
    await page.goto(at('/-/blob/main/large.dat'));
    await page.getByText('the content of a large file').waitFor();
    await page.getByText('stored in LFS').waitFor();
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await page.getByText('Locked by Name of').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.goto(at('/-/tree/main'));
    await page.getByRole('link', { name: 'Locks' }).click();
    await page.getByRole('list', { name: 'Locked files' }).getByRole('link', { name: 'large.dat' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Release the lock of large.dat' }).click();
    await page.getByText('No locked files').waitFor();
    await page.goto(at('/-/edit/main/large.dat'));
    await page.getByRole('textbox', { name: 'Content' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('edited');
    await page.getByLabel('Commit message').fill('Edit the large file');
    await page.getByRole('button', { name: 'Commit changes' }).click();
    await page.getByText('The changes were committed.').waitFor();
    const { body: file } = await user.api.get(`/projects/${project.id}/repository/files/large.dat?ref=main`);
    expect(Buffer.from(file.content, 'base64').toString()).toMatch(/^version https:.*\noid sha256:.*\nsize 34\n$/);
  });

  it('commits an edit to a new branch and shows its changes', async () => {
    const { page } = watched;
    const protections = `/projects/${project.id}/protected_branches`;
    await user.api.delete(`${protections}/main`);
    expect((await user.api.post(protections, { name: 'main', push_access_level: 0 })).status).toBe(201);
    await page.goto(at('/-/blob/main/src/values.ts'));
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('heading', { name: 'Edit a file' }).waitFor();
    await page.getByRole('textbox', { name: 'Content' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('export const last = true;');
    await page.getByText('You may not push to main.').waitFor();
    await page.getByLabel('Commit message').fill('Add the last value');
    const branch = page.getByLabel('Branch', { exact: true });
    expect(await branch.inputValue()).toMatch(new RegExp(`^${user.username}-main-patch-`));
    await branch.fill('last-value');
    await page.getByRole('button', { name: 'Changes', exact: true }).click();
    await page.getByRole('table', { name: 'Changes of src/values.ts' }).getByText('export const last').waitFor();
    await page.getByLabel('Open a merge request').uncheck();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Commit changes' }).click();
    await page.getByText('The changes were committed.').waitFor();
    await page.waitForURL('**/-/blob/last-value/src/values.ts');
    await page.getByRole('table', { name: 'Content of the file' }).getByText('export const last = true;').waitFor();
    const { body: created } = await user.api.get(`/projects/${project.id}/repository/branches/last-value`);
    expect(created.commit.title).toBe('Add the last value');

    await page.goto(at('/-/branches'));
    const items = page.getByRole('list', { name: 'Branches' }).getByRole('listitem');
    await items.filter({ hasText: 'last-value' }).getByText('0 commits behind the default branch, 1 commit').waitFor();
    expect(await items.first().textContent()).toContain('default');

    await page.goto(at('/-/compare/main...last-value'));
    await page.getByRole('link', { name: 'Add the last value' }).click();
    await page.getByRole('heading', { level: 1, name: 'Add the last value' }).waitFor();
    const changes = page.getByRole('table', { name: 'Changes of src/values.ts' });
    await changes.getByText('export const last = true;').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Side by side' }).click();
    await page.locator('[class*="diff-split_"]').waitFor();
  });

  it('creates a project with a license, and shows how to push to an empty one', async () => {
    const { page } = watched;
    await page.goto(`${mesh().url}/projects/new`);
    const name = unique('New tool');
    const path = name.toLowerCase().replace(' ', '-');
    // The form is ready for the keyboard.
    await page.getByLabel('Name').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(name);
    await page.getByText(`${mesh().url}/${user.username}/${path}`).waitFor();
    await page.getByLabel('License').selectOption({ label: 'MIT License' });
    await page.getByLabel('.gitignore').selectOption({ label: 'Node' });
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create project' }).click();
    const files = page.getByRole('table', { name: 'Files' });
    for (const file of ['LICENSE', 'README.md', '.gitignore']) await files.getByRole('link', { name: file }).waitFor();

    const empty = await createProject(user.api, { name: unique('empty') });
    await page.goto(`${mesh().url}/${empty.path_with_namespace}`);
    await page.getByText('git push --set-upstream origin --all').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  itInFullRun.each([
    ['/-/branches', 'Branches'],
    ['/-/tags', 'Tags'],
    ['/-/commits/main', 'Commits'],
    ['/-/releases', 'Releases'],
    ['/-/activity', 'Activity'],
    ['/-/blame/main/src/values.ts', undefined],
  ])('shows %s', async (path, heading) => {
    const { page } = watched;
    await page.goto(at(path));
    if (heading !== undefined) await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    else await page.getByText('value39').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  itInFullRun('fits a narrow screen in both themes', async () => {
    const { page } = watched;
    await page.setViewportSize({ width: 360, height: 700 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(at(''));
      await page.getByRole('heading', { name: 'Demo', exact: true }).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      expect(await violationsOf(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('signs out in all tabs', async () => {
    const { page, complaints } = watched;
    const other = await watchPage(browser);
    await openCommits(other);
    await page.goto(at(''));
    await page.getByText('A demonstration').waitFor();
    await page.getByLabel('Your account').click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
    await other.page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('localStorage.getItem("forgemesh.session")')).toBeNull();
    expect([...complaints, ...other.complaints]).toEqual([]);
    await signInOn(page, mesh().url, user.username, password);
  });

  async function openCommits({ page }: WatchedPage): Promise<void> {
    await page.goto(at('/-/commits/main'));
    await page.getByRole('heading', { name: 'Commits', level: 1 }).waitFor();
  }
});
