/**
 * A developer and a maintainer bring conflicting changes into the target branch, by clicks, in
 * English and in German.
 */
import {
  addMember,
  commitFile,
  create,
  createBranchedProject,
  createMergeRequest,
  createUser,
  mesh,
  unique,
  waitFor,
  type TestUser,
} from '@forgemesh/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { findChromium, openBrowser } from '../../support/chromium';
import { inspectView, noProblems } from '../../support/page-views';
import { signInOn, violationsOf, watchPage, type WatchedPage } from '../../support/pages';
import { english, german, startingWith } from '../../support/say';

const password = 'a-long-password-1';
const found = findChromium();

interface Place {
  /** The path of the project in the API. */
  path: string;
  fullPath: string;
  name: string;
}

const describeInLanguages = (found ? describe : describe.skip).each([english, german]);

describeInLanguages('merging in Chromium in $name, if available', ({ tag, say }) => {
  let maintainer: TestUser;
  let developer: TestUser;
  let browser: BrowserContext;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    [maintainer, developer] = await Promise.all([createUser(), createUser()]);
    browser = await openBrowser(found as NonNullable<typeof found>, { language: tag });
    watched = await watchPage(browser);
    page = watched.page;
    await signInOn(page, mesh().url, developer.username, password, say);
  });
  afterAll(() => browser?.close());

  /** A project whose branch `feature` is one commit ahead of `main`. The developer is a member. */
  async function createPlace(fields: object = {}): Promise<Place> {
    const { project, path } = await createBranchedProject(maintainer.api, { name: unique('merging'), ...fields });
    await addMember(maintainer.api, path, developer, 30);
    return { path, fullPath: project.path_with_namespace, name: project.name };
  }

  const open = async ({ fullPath }: Place, address: string, heading: string | RegExp): Promise<void> => {
    await page.goto(`${mesh().url}/${fullPath}/-/${address}`);
    await page.getByRole('heading', { name: heading }).first().waitFor();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  describe('of a conflict', () => {
    let place: Place;
    beforeAll(async () => {
      place = await createPlace();
      const lines = (third: string): string => `one\ntwo\n${third}\nfour\n`;
      const at = (branch: string, path: string, content: string, fields: object = {}): Promise<string> =>
        commitFile(maintainer.api, place.path, { branch, path, content, ...fields });
      await at('feature', 'words.txt', lines('third'));
      await at('main', 'words.txt', lines('trois'));
      await at('main', 'a.txt', 'other\n');
      await createMergeRequest(developer.api, place.path, { title: 'Count further' });
    });

    it('names the files, and resolves them with the lines of a branch and with an edit', async () => {
      await open(place, 'merge_requests/1', /^Count further/);
      await page.getByText(say('2 files in conflict:')).waitFor();
      expect(await button(say('Rebase')).isDisabled()).toBe(true);
      await page.getByText(say('Resolve them on your machine')).click();
      await page.getByText('git merge origin/main').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('link', { name: say('Resolve conflicts') }).click();
      const words = page.getByRole('region', { name: 'words.txt' });
      await words.getByText('trois').waitFor();
      const commit = button(say('Commit to feature'));
      expect(await commit.isDisabled()).toBe(true);
      await words.getByRole('button', { name: say('Use this: main, conflict 1') }).click();
      await words.getByText(say('Resolved')).waitFor();
      const edited = page.getByRole('region', { name: 'a.txt' });
      await edited.getByRole('button', { name: say('Edit') }).click();
      const editor = edited.getByRole('textbox', { name: say('Content of a.txt') });
      await editor.getByText('<<<<<<< feature').waitFor();
      await editor.click();
      await page.keyboard.press('Control+A');
      await page.keyboard.type('a and other\n');
      await edited.getByText(say('Resolved')).waitFor();
      expect(await inspectView(page, 'conflicts')).toEqual(noProblems);
      await page.getByLabel(say('Message of the commit')).fill('Bring the words together');
      await commit.click();
      await page.getByText(say('The conflicts are resolved.')).waitFor();
      const { body } = await developer.api.get(`${place.path}/merge_requests/1`);
      expect(body).toMatchObject({ has_conflicts: false });
      const file = async (path: string): Promise<unknown> =>
        (await developer.api.get(`${place.path}/repository/files/${path}/raw?ref=feature`)).body;
      expect(await file('words.txt')).toBe('one\ntwo\ntrois\nfour\n');
      expect(await file('a.txt')).toBe('a and other\n');
      const { body: newest } = await developer.api.get(`${place.path}/repository/commits/feature`);
      expect(newest).toMatchObject({ title: 'Bring the words together', author_name: `Name of ${developer.username}` });
    });

    it('says who merges, and reverts what was merged with a merge request', async () => {
      await page
        .getByText(say('You may not merge into main. Someone who may, such as a maintainer, merges it.'))
        .waitFor();
      await page.getByRole('heading', { name: say('Nothing prevents the merge') }).waitFor();
      const merged = await maintainer.api.put(`${place.path}/merge_requests/1/merge`, {});
      expect(merged.status).toBe(200);
      await button(say('Revert')).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(say('New branch')).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await dialog.getByRole('button', { name: say('Revert') }).click();
      await page.getByRole('heading', { name: say('New merge request') }).waitFor();
      await page.getByLabel(say('Title')).waitFor();
      expect(await page.getByLabel(say('Title')).inputValue()).toBe('Revert "Count further"');
      await page.getByRole('button', { name: say('Create merge request') }).click();
      await page.getByRole('heading', { name: /^Revert "Count further"/ }).waitFor();
      const { body } = await developer.api.get(`${place.path}/merge_requests/2/changes`);
      expect(body.changes.map(({ new_path: path }: { new_path: string }) => path).sort()).toEqual(['a.txt']);
    });

    it('says in words why a commit cannot be picked', async () => {
      const { body: commits } = await developer.api.get(`${place.path}/repository/commits?ref_name=main`);
      await open(place, `commit/${commits[0].id}`, commits[0].title);
      await button(say('Cherry-pick')).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: say('Cherry-pick') }).click();
      await dialog.getByText(say('There is nothing to pick: main has these changes already.')).waitFor();
      const { body: branches } = await developer.api.get(`${place.path}/repository/branches?search=cherry-pick`);
      expect(branches).toEqual([]);
    });
  });

  it('waits for a running pipeline with the main button', async () => {
    const place = await createPlace();
    const { body: protection } = await maintainer.api.get(`${place.path}/protected_branches/main`);
    expect(protection.name).toBe('main');
    await maintainer.api.patch(`${place.path}/protected_branches/main`, {
      allowed_to_merge: [{ access_level: 30 }],
    });
    await createMergeRequest(developer.api, place.path, { title: 'Add a' });
    const { body: commit } = await developer.api.get(`${place.path}/repository/commits/feature`);
    const status = (state: string) =>
      create(maintainer.api, `${place.path}/statuses/${commit.id}`, { state, ref: 'feature', name: 'check' });
    await status('running');
    await open(place, 'merge_requests/1', /^Add a/);
    const waits = button(say('Merge when the pipeline succeeds'));
    await waits.waitFor();
    expect(await waits.getAttribute('class')).toContain('button-primary');
    expect(await button(say('Merge immediately')).getAttribute('class')).not.toContain('button-primary');
    await waits.click();
    await page.getByRole('heading', { name: say('Will be merged when the pipeline succeeds') }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await status('success');
    await page
      .getByText(startingWith(say('Merged')))
      .first()
      .waitFor();
  });

  it('offers a pushed branch, and changes the target of its merge request', async () => {
    const place = await createPlace();
    await commitFile(maintainer.api, place.path, {
      branch: 'next',
      start_branch: 'main',
      path: 'n.txt',
      content: 'n\n',
    });
    const pushed = { branch: 'mine', start_branch: 'main', path: 'm.txt', content: 'm\n' };
    await commitFile(developer.api, place.path, pushed);
    await waitFor(
      () => developer.api.get('/events?action=pushed'),
      ({ body }) => body.some(({ push_data: push }: { push_data: { ref: string } }) => push.ref === 'mine'),
    );
    await open(place, 'branches', say('Branches'));
    const offer = page.getByRole('region', { name: say('Pushed branch') });
    await offer.getByText('mine').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await offer.getByRole('link', { name: say('Create merge request') }).click();
    await page.getByLabel(say('Title')).fill('Add m');
    await page.getByRole('button', { name: say('Create merge request') }).click();
    await page.getByRole('heading', { name: /^Add m/ }).waitFor();
    await button(say('Edit')).first().click();
    await page.getByLabel(say('Target branch')).fill('next');
    await button(say('Save')).click();
    await waitFor(
      () => developer.api.get(`${place.path}/merge_requests/1`),
      ({ body }) => body.target_branch === 'next',
    );
  });

  it('forks a project under another name, and offers a branch of the fork to its parent', async () => {
    const place = await createPlace({ visibility: 'internal' });
    await open(place, 'branches', say('Branches'));
    await page.goto(`${mesh().url}/${place.fullPath}`);
    await page.getByRole('link', { name: startingWith(say('Fork')) }).click();
    await page.getByRole('heading', { name: say(`Fork ${place.name}`) }).waitFor();
    const path = unique('fork');
    await page.getByLabel(say('Name'), { exact: true }).fill('A fork');
    await page.getByLabel(say('Path'), { exact: true }).fill(path);
    await page.getByLabel(say('Visible to')).selectOption(say('Members (private)'));
    expect(await inspectView(page, 'fork')).toEqual(noProblems);
    await page.getByRole('button', { name: say('Fork project') }).click();
    await page.getByRole('heading', { level: 1, name: 'A fork' }).waitFor();
    const fork = `/projects/${encodeURIComponent(`${developer.username}/${path}`)}`;
    const { body } = await developer.api.get(fork);
    expect(body).toMatchObject({ visibility: 'private', forked_from_project: { name: place.name } });
    await waitFor(
      () => developer.api.get(`${fork}/repository/branches/main`),
      ({ status }) => status === 200,
    );
    await commitFile(developer.api, fork, { branch: 'forked', start_branch: 'main', path: 'f.txt', content: 'f\n' });
    await waitFor(
      () => developer.api.get('/events?action=pushed'),
      ({ body: events }) => events.some(({ push_data: push }: { push_data: { ref: string } }) => push.ref === 'forked'),
    );
    await page.goto(`${mesh().url}/${place.fullPath}`);
    const offer = page.getByRole('region', { name: say('Pushed branch') });
    await offer.getByRole('link', { name: `${developer.username}/${path}` }).waitFor();
    await offer.getByRole('link', { name: say('Create merge request') }).click();
    await page.getByLabel(say('Title')).fill('Add f');
    await page.getByRole('button', { name: say('Create merge request') }).click();
    await page.getByRole('heading', { name: /^Add f/ }).waitFor();
    const { body: requests } = await developer.api.get(`${place.path}/merge_requests?source_branch=forked`);
    expect(requests).toMatchObject([{ source_project_id: body.id, target_branch: 'main' }]);
    expect(watched.complaints).toEqual([]);
  });
});
