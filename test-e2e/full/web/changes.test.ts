/** A reviewer reads the changes of a merge request in a browser: long, file by file, by touch. */
import {
  commitFiles,
  create,
  createMergeRequest,
  createProjectWithReadme,
  createUser,
  mesh,
  waitFor,
  type TestProject,
  type TestUser,
} from '@forgemesh/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { findChromium, openBrowser } from '../../support/chromium';
import { signInOn, violationsOf, watchPage, type WatchedPage } from '../../support/pages';

const password = 'a-long-password-1';
const found = findChromium();
const FILES = 40;
const LINES = 60;

(found ? describe : describe.skip)('changes in Chromium, if available', () => {
  let user: TestUser;
  let project: TestProject;
  let browser: BrowserContext;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    user = await createUser();
    project = await createProjectWithReadme(user.api);
    const path = `/projects/${project.id}`;
    const branch = project.default_branch;
    await commitFiles(user.api, path, { 'a.txt': 'one\n  two\nthree\n', 'b.txt': 'four\n' }, { branch });
    const lines = (file: number): string =>
      Array.from({ length: LINES }, (_, line) => `line ${line} of file ${file}\n`).join('');
    const created = Array.from({ length: FILES }, (_, file) => ({
      action: 'create',
      file_path: `files/${String(file).padStart(2, '0')}.txt`,
      content: lines(file),
    }));
    await create(user.api, `${path}/repository/commits`, {
      branch: 'feature',
      start_branch: branch,
      commit_message: 'Change files',
      actions: [
        { action: 'update', file_path: 'a.txt', content: 'one\n\ttwo\nthree!\n' },
        { action: 'update', file_path: 'b.txt', content: '    four\n' },
        ...created,
      ],
    });
    await createMergeRequest(user.api, path, { target_branch: branch });
    browser = await openBrowser(found as NonNullable<typeof found>);
    watched = await watchPage(browser);
    ({ page } = watched);
    await signInOn(page, mesh().url, user.username, password);
    await page.goto(`${mesh().url}/${project.path_with_namespace}/-/merge_requests/1/diffs`);
  });
  afterAll(() => browser?.close());

  const changesOf = (file: string) => page.getByRole('table', { name: `Changes of ${file}` });
  const choose = async (option: string): Promise<void> => {
    await page.getByLabel('Options of the changes').click();
    await page.getByRole('button', { name: option }).click();
  };
  const preferences = async () => (await user.api.get('/user/preferences')).body;

  it('lets the search of the browser find lines of files far below', async () => {
    await changesOf('a.txt').waitFor();
    expect(await page.evaluate(`window.find('line ${LINES - 5} of file ${FILES - 1}')`)).toBe(true);
    await changesOf(`files/${FILES - 1}.txt`)
      .getByText(`line ${LINES - 5} of file ${FILES - 1}`)
      .waitFor();
  });

  it('hides changes of whitespace, which is a preference of the user', async () => {
    await page.evaluate('window.scrollTo(0, 0)');
    await choose('Hide changes of whitespace');
    await page.getByRole('region', { name: 'b.txt' }).getByText('Only whitespace was changed.').waitFor();
    expect(
      await changesOf('a.txt')
        .getByRole('row', { name: /removed/ })
        .count(),
    ).toBe(1);
    await waitFor(preferences, ({ show_whitespace_in_diffs: isShown }) => isShown === false);
    await page.reload();
    await page.getByText('Only whitespace was changed.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await choose('Hide changes of whitespace');
    await changesOf('b.txt').waitFor();
  });

  it('shows one file at a time', async () => {
    await choose('Show one file at a time');
    await page.getByText(`File 1 of ${FILES + 2}`).waitFor();
    expect(await page.getByRole('table').count()).toBe(1);
    await page.getByRole('link', { name: 'Next file' }).click();
    await changesOf('b.txt').waitFor();
    await page.getByRole('navigation', { name: 'Changed files' }).getByRole('link', { name: '07.txt' }).click();
    await changesOf('files/07.txt').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.reload();
    await changesOf('files/07.txt').waitFor();
    expect(await page.getByRole('table').count()).toBe(1);
    await choose('Show one file at a time');
    await changesOf('a.txt').waitFor();
  });

  it('has buttons for comments beside the numbers of lines on a touch screen', async () => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setDeviceMetricsOverride', {
      width: 390,
      height: 844,
      deviceScaleFactor: 1,
      mobile: true,
    });
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await page.reload();
    const row = changesOf('a.txt').getByRole('row').nth(1);
    await row.waitFor();
    const [button, number] = await Promise.all([
      row.getByRole('button', { name: /^Comment on line/ }).boundingBox(),
      row.getByRole('cell').nth(1).boundingBox(),
    ]);
    expect(button && number && button.x >= number.x + number.width).toBe(true);
    await session.send('Emulation.clearDeviceMetricsOverride');
    await session.detach();
  });

  it('reports no error and nothing that the policy blocked', () => expect(watched.complaints).toEqual([]));
});
