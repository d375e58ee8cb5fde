/**
 * A reviewer reads the changes of a merge request in a browser: long, file by file, by touch; in
 * English and in German.
 */
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
import { english, german, startingWith } from '../../support/say';

const password = 'a-long-password-1';
const found = findChromium();
const FILES = 40;
const LINES = 60;
/** Pictures of one pixel. */
const pictures = {
  old: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  new: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
};

const describeInLanguages = (found ? describe : describe.skip).each([english, german]);

describeInLanguages('changes in Chromium in $name, if available', ({ tag, say }) => {
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
    const long = (changed: string): string =>
      Array.from({ length: 100 }, (_, line) => (line === 49 ? changed : `row ${line + 1}`)).join('\n');
    await commitFiles(
      user.api,
      path,
      { 'a.txt': 'one\n  two\nthree\n', 'b.txt': 'four\n', 'long.txt': `${long('the old row')}\n` },
      { branch },
    );
    await create(user.api, `${path}/repository/commits`, {
      branch,
      commit_message: 'Add a picture',
      actions: [{ action: 'create', file_path: 'dot.png', content: pictures.old, encoding: 'base64' }],
    });
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
        { action: 'update', file_path: 'long.txt', content: `${long('the new row')}\n` },
        { action: 'update', file_path: 'dot.png', content: pictures.new, encoding: 'base64' },
        ...created,
      ],
    });
    await createMergeRequest(user.api, path, { target_branch: branch });
    browser = await openBrowser(found as NonNullable<typeof found>, { language: tag });
    watched = await watchPage(browser);
    ({ page } = watched);
    await signInOn(page, mesh().url, user.username, password, say);
    await page.goto(`${mesh().url}/${project.path_with_namespace}/-/merge_requests/1/diffs`);
  });
  afterAll(() => browser?.close());

  const [changesText = ''] = say('Changes of {0}').split('{0}');
  const changesOf = (file: string) => page.getByRole('table', { name: say(`Changes of ${file}`) });
  const choose = async (option: string): Promise<void> => {
    await page.getByLabel(say('Options of the changes')).click();
    await page.getByRole('button', { name: option }).click();
  };
  const preferences = async () => (await user.api.get('/user/preferences')).body;

  it('lets the search of the browser find lines of files far below', async () => {
    // The files follow one another.
    await page.getByRole('region', { name: `files/${FILES - 1}.txt` }).waitFor({ state: 'attached' });
    expect(await page.evaluate(`window.find('line ${LINES - 5} of file ${FILES - 1}')`)).toBe(true);
    await changesOf(`files/${FILES - 1}.txt`)
      .getByText(`line ${LINES - 5} of file ${FILES - 1}`)
      .waitFor();
  });

  it('hides changes of whitespace, which is a preference of the user', async () => {
    await page.evaluate('window.scrollTo(0, 0)');
    await choose(say('Hide changes of whitespace'));
    await page.getByRole('region', { name: 'b.txt' }).getByText(say('Only whitespace was changed.')).waitFor();
    expect(
      await changesOf('a.txt')
        .getByRole('row', { name: say('removed', 'line of a diff') })
        .count(),
    ).toBe(1);
    await waitFor(preferences, ({ show_whitespace_in_diffs: isShown }) => isShown === false);
    await page.reload();
    await page.getByText(say('Only whitespace was changed.')).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await choose(say('Hide changes of whitespace'));
    await changesOf('b.txt').waitFor();
  });

  it('shows one file at a time', async () => {
    await choose(say('Show one file at a time'));
    await page.getByText(say(`File 1 of ${FILES + 4}`)).waitFor();
    expect(await page.getByRole('table').count()).toBe(1);
    await page.getByRole('link', { name: say('Next file') }).click();
    await changesOf('b.txt').waitFor();
    await page
      .getByRole('navigation', { name: say('Changed files') })
      .getByRole('link', { name: '07.txt' })
      .click();
    await changesOf('files/07.txt').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.reload();
    await changesOf('files/07.txt').waitFor();
    expect(await page.getByRole('table').count()).toBe(1);
    await choose(say('Show one file at a time'));
    await changesOf('a.txt').waitFor();
  });

  it('shows lines around a hunk, and the words that changed', async () => {
    const lines = changesOf('long.txt');
    await lines.getByText('the new row').waitFor();
    expect(await lines.locator('[class*="word-added"]').allTextContents()).toEqual(['new']);
    expect(await lines.locator('[class*="word-removed"]').allTextContents()).toEqual(['old']);
    expect(await lines.getByText('row 30', { exact: true }).count()).toBe(0);
    await lines.getByRole('button', { name: say('Show 20 lines up from line 27') }).click();
    await lines.getByText('row 30', { exact: true }).waitFor();
    await lines.getByRole('button', { name: say('Show 20 lines from line 54') }).click();
    await lines.getByText('row 73', { exact: true }).waitFor();
  });

  it('compares a picture with the one before', async () => {
    const picture = page.getByRole('region', { name: 'dot.png' });
    await picture.scrollIntoViewIfNeeded();
    await picture.getByText(`${say('Before')} 1 × 1`).waitFor();
    await picture.getByRole('button', { name: say('Blend') }).click();
    await picture.getByRole('slider', { name: say('Share of the new picture') }).fill('20');
    await picture.getByRole('button', { name: say('Swipe') }).click();
    await picture.getByRole('slider', { name: say('Position') }).waitFor();
  });

  it('keeps marks for viewed files', async () => {
    const file = page.getByRole('region', { name: 'a.txt', exact: true });
    await file.getByRole('checkbox', { name: say('Viewed') }).check();
    await changesOf('a.txt').waitFor({ state: 'detached' });
    await page.getByText(say(`1 of ${FILES + 4} viewed`)).waitFor();
    const marks = async () => (await user.api.get(`/projects/${project.id}/merge_requests/1/viewed_files`)).body;
    await waitFor(marks, ({ paths }) => paths.length === 1);
    await page.reload();
    await page.getByText(say(`1 of ${FILES + 4} viewed`)).waitFor();
    await file.getByRole('button', { name: `${say('Expand')} a.txt` }).waitFor();
    await file.getByRole('checkbox', { name: say('Viewed') }).uncheck();
    await changesOf('a.txt').waitFor();
  });

  it('leads to the next unresolved thread, and compares versions', async () => {
    const at = `/projects/${project.id}/merge_requests/1`;
    const { diff_refs: refs } = (await user.api.get(at)).body;
    const position = { ...refs, position_type: 'text', new_path: 'files/30.txt', new_line: 20 };
    await create(user.api, `${at}/discussions`, { body: 'A distant question', position });
    await page.reload();
    const thread = page.getByText('A distant question');
    await page.getByRole('button', { name: say('Next unresolved thread') }).click();
    await thread.waitFor();
    await waitFor(
      () => thread.evaluate((element) => element.getBoundingClientRect().top),
      (top) => top > 0 && top < 900,
    );
    const path = `/projects/${project.id}`;
    await commitFiles(user.api, path, { 'later.txt': 'A later line\n' }, { branch: 'feature' });
    await page.reload();
    await changesOf('later.txt').getByText('A later line').waitFor();
    const before = await page
      .getByRole('combobox', { name: say('Version'), exact: true })
      .locator('option')
      .allTextContents();
    expect(before).toEqual([say('Newest version (2)'), expect.stringMatching(startingWith(say('Version 1')))]);
    await page.getByRole('combobox', { name: say('compared with') }).selectOption({ index: 1 });
    await waitFor(
      () => page.getByRole('table', { name: startingWith(changesText) }).count(),
      (count) => count === 1,
    );
    await changesOf('later.txt').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('combobox', { name: say('compared with') }).selectOption('');
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
      row.getByRole('button').first().boundingBox(),
      row.getByRole('cell').nth(1).boundingBox(),
    ]);
    expect(button && number && button.x >= number.x + number.width).toBe(true);
    await session.send('Emulation.clearDeviceMetricsOverride');
    await session.detach();
  });

  it('reports no error and nothing that the policy blocked', () => expect(watched.complaints).toEqual([]));
});
