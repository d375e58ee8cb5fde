/**
 * Two developers bring an issue to a merged request, by clicks, in two browsers; in full runs in
 * German, too.
 */
import { createUser, mesh, unique, waitFor, type TestUser } from '@forgemesh/testing';
import type { BrowserContext } from 'playwright-core';
import { findChromium, openBrowser } from '../support/chromium';
import { casesOfRun, itInFullRun } from '../support/full-run';
import { cloneUrl, git, temporaryFolder } from '../support/git';
import { signInOn, violationsOf, watchPage, type WatchedPage } from '../support/pages';
import { english, german, startingWith } from '../support/say';
import { Walk } from '../support/walk';

const password = 'a-long-password-1';
const found = findChromium();

const describeInLanguages = (found ? describe : describe.skip).each(casesOfRun([english], [german]));

describeInLanguages('issues and merge requests in Chromium in $name, if available', ({ tag, say }) => {
  let author: TestUser;
  let reviewer: TestUser;
  let project: { id: number; name: string; path_with_namespace: string };
  const browsers: BrowserContext[] = [];
  let writing: WatchedPage;
  let reviewing: WatchedPage;

  beforeAll(async () => {
    [author, reviewer] = await Promise.all([createUser(), createUser()]);
    const fields = { name: unique('review'), initialize_with_readme: true };
    project = (await reviewer.api.post('/projects', fields)).body;
    const days = { start_date: '2026-01-01', due_date: '2026-02-01' };
    await reviewer.api.post(`/projects/${project.id}/milestones`, { title: 'First', ...days });
    const member = { user_id: author.id, access_level: 30 };
    expect((await reviewer.api.post(`/projects/${project.id}/members`, member)).status).toBe(201);
    for (let count = 0; count < 2; count++)
      browsers.push(await openBrowser(found as NonNullable<typeof found>, { language: tag }));
    [writing, reviewing] = (await Promise.all(browsers.map(watchPage))) as [WatchedPage, WatchedPage];
    await signInOn(writing.page, mesh().url, author.username, password, say);
    await signInOn(reviewing.page, mesh().url, reviewer.username, password, say);
  });
  afterAll(() => Promise.all(browsers.map((browser) => browser.close())));

  const at = (path: string): string => `${mesh().url}/${project.path_with_namespace}/-/${path}`;

  it('an issue is opened and discussed, and a quick action labels it', async () => {
    const { page } = reviewing;
    const walk = new Walk(page, { say });
    await walk.click(walk.link(project.name), walk.heading(project.name));
    // The pages of files come first, whose styles must not reach those of issues.
    await walk.menu(project.name, say('Files'), page.getByRole('table', { name: say('Files') }));
    await walk.click(walk.link(/^README\.md$/), walk.link(say('Edit')));
    await walk.click(walk.link(say('Edit')), page.getByRole('textbox', { name: say('Content') }));
    await walk.menu(project.name, say('Issues'));
    await walk.click(walk.link(say('New issue')), page.getByLabel(say('Title')));
    await page.getByLabel(say('Title')).fill('The greeting is missing');
    expect(await violationsOf(page)).toEqual([]);
    await walk.click(page.getByRole('button', { name: say('Create issue') }), walk.heading(/The greeting is missing/));
    await page
      .getByRole('textbox', { name: say('New comment') })
      .fill('It was **there** before.\n\n/label ~bug\n/estimate 2h');
    await page.getByRole('button', { name: say('Comment'), exact: true }).click();
    await page.locator('strong', { hasText: 'there' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    // A comment of quick actions only is no error, and says what they did.
    const comment = page.getByRole('textbox', { name: say('New comment') });
    await comment.fill('/weight 3');
    await comment.press('Control+Enter');
    await page.getByText('Set the weight to 3.').waitFor();
    await waitFor(
      () => comment.inputValue(),
      (text) => text === '',
    );
    const { body: issue } = await reviewer.api.get(`/projects/${project.id}/issues/1`);
    expect(issue).toMatchObject({ title: 'The greeting is missing', time_stats: { time_estimate: 7_200 } });
    await walk.menu(project.name, say('Milestones'));
    await walk.click(walk.link('First'), walk.heading('First'));
    expect(walk.problems).toEqual({});
  });

  it('a pushed branch becomes a merge request that closes the issue', async () => {
    const folder = temporaryFolder('web');
    await git(folder, 'clone', '--quiet', cloneUrl(mesh().url, project.path_with_namespace, author.token), '.');
    await git(folder, 'switch', '--quiet', '--create', 'greeting');
    await git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'Prepare the greeting');
    await git(folder, 'push', '--quiet', 'origin', 'greeting');
    const commit = {
      branch: 'greeting',
      commit_message: 'Greet',
      actions: [{ action: 'create', file_path: 'greeting.txt', content: 'Hello\nWorld\n' }],
    };
    expect((await author.api.post(`/projects/${project.id}/repository/commits`, commit)).status).toBe(201);

    const { page } = writing;
    const walk = new Walk(page, { say });
    await walk.click(walk.link(project.name), walk.heading(project.name));
    await walk.menu(project.name, say('Branches'));
    const branch = page
      .getByRole('list', { name: say('Branches') })
      .getByRole('listitem')
      .filter({ hasText: 'greeting' });
    await walk.click(branch.getByRole('link', { name: say('Compare') }), walk.link(say('New merge request')));
    await walk.click(walk.link(say('New merge request')), page.getByLabel(say('Title')));
    await page.getByLabel(say('Title')).fill('Add the greeting');
    await page.getByRole('textbox', { name: say('Description') }).fill('Closes #1');
    expect(await violationsOf(page)).toEqual([]);
    await walk.click(page.getByRole('button', { name: say('Create merge request') }), walk.heading(/Add the greeting/));
    await page.getByText('The greeting is missing').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    // The details begin beside the description, not below it.
    const [details, text] = await Promise.all(
      [
        page.getByRole('complementary', { name: say('Details') }),
        page.getByRole('region', { name: say('Description') }),
      ].map((element) => element.boundingBox()),
    );
    expect(details?.y).toBeLessThan((text?.y ?? 0) + 40);
    expect(walk.problems).toEqual({});
  });

  it('a thread at a line is answered and resolved', async () => {
    const { page } = reviewing;
    const walk = new Walk(page, { say });
    await walk.menu(project.name, say('Merge requests'));
    await walk.click(walk.link('Add the greeting'), walk.heading(/Add the greeting/));
    await walk.click(
      walk.link(startingWith(say('Changes'))),
      page.getByRole('table', { name: say('Changes of greeting.txt') }),
    );
    const changes = page.getByRole('table', { name: say('Changes of greeting.txt') });
    await changes.getByText('World').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await changes.getByText('World').hover();
    await changes.getByRole('button', { name: say('Comment on line 2') }).click();
    const comment = page.getByRole('textbox', { name: say('Comment on line 2 of greeting.txt') });
    await walk.check(comment);
    expect(walk.problems).toEqual({});
    await comment.fill('Which world?');
    await page.getByRole('button', { name: say('Comment now') }).click();
    await page
      .getByRole('group', { name: say('Thread') })
      .getByText('Which world?')
      .waitFor();
    const [discussion] = (await reviewer.api.get(`/projects/${project.id}/merge_requests/1/discussions`)).body;
    expect(discussion.notes[0]).toMatchObject({
      resolvable: true,
      position: { new_path: 'greeting.txt', new_line: 2 },
    });

    await writing.page.reload();
    const thread = writing.page.getByRole('group', { name: say('Thread') }).filter({ hasText: 'Which world?' });
    await thread.getByRole('button', { name: say('Reply') }).click();
    await thread.getByRole('textbox', { name: say('Reply') }).fill('The whole one.');
    await thread
      .getByRole('button', { name: say('Reply'), exact: true })
      .last()
      .click();
    await thread.getByText('The whole one.').waitFor();
    await thread.getByRole('button', { name: say('Resolve thread') }).click();
    await writing.page.getByText(startingWith(say('Resolved by someone').replace('someone', ''))).waitFor();
  });

  it('a review with a suggestion for several lines is finished with a verdict', async () => {
    const { page } = reviewing;
    const changes = page.getByRole('table', { name: say('Changes of greeting.txt') });
    const lineOf = (text: string) => changes.getByRole('row').filter({ hasText: text }).first();
    await lineOf('Hello').getByRole('cell').nth(1).hover();
    await page.mouse.down();
    await lineOf('World').getByRole('cell').nth(1).hover();
    await page.mouse.up();
    const comment = page.getByRole('textbox', { name: say('Comment on lines 1 to 2 of greeting.txt') });
    await comment.waitFor();
    await page.getByRole('button', { name: say('Insert suggestion') }).click();
    const block = '```suggestion:-1+0\nHello\nWorld\n```';
    await waitFor(
      () => comment.inputValue(),
      (text) => text.trim() === block,
    );
    await comment.fill(block.replace('World', 'Earth'));
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: say('Start a review') }).click();
    await page.getByRole('article', { name: say('Pending comment') }).waitFor();
    const at = `/projects/${project.id}/merge_requests/1`;
    expect((await author.api.get(`${at}/draft_notes`)).body).toEqual([]);

    const bar = page.getByRole('region', { name: say('Your review') });
    await bar.getByText(say('1 pending comment')).waitFor();
    await bar.getByRole('button', { name: say('Finish your review') }).click();
    await bar.getByRole('radio', { name: startingWith(say('Request changes')) }).check();
    await bar.getByRole('textbox', { name: say('Summary of your review') }).fill('Nearly there.');
    expect(await violationsOf(page)).toEqual([]);
    await bar.getByRole('button', { name: say('Submit review') }).click();
    await bar.waitFor({ state: 'detached' });
    const thread = page.getByRole('group', { name: say('Thread') }).filter({ hasText: say('Comment on lines 1 to 2') });
    await thread.getByRole('group', { name: say('Suggested change') }).waitFor();
    expect((await reviewer.api.get(`${at}/reviewers`)).body).toMatchObject([{ state: 'requested_changes' }]);
  });

  it('the author applies the suggestion, and asks for another review', async () => {
    const { page } = writing;
    const tabs = page.getByRole('navigation', { name: say('Merge request'), exact: true });
    await tabs.getByRole('link', { name: say('Overview') }).click();
    const thread = page
      .getByRole('group', { name: say('Thread') })
      .filter({ hasText: `greeting.txt: ${say('lines 1 to 2')}` });
    await thread.getByRole('button', { name: say('Apply'), exact: true }).click();
    const branch = `/projects/${project.id}/repository/files/greeting.txt/raw?ref=greeting`;
    await waitFor(
      () => author.api.get(branch),
      ({ body }) => body === 'Hello\nEarth\n',
    );
    const reviewers = page.getByRole('list', { name: say('Reviewers and their reviews') });
    await reviewers.getByText(say('Requested changes')).waitFor({ state: 'attached' });
    expect(await violationsOf(page)).toEqual([]);
    await reviewers.getByRole('button', { name: startingWith(say('Request review again')) }).click();
    await reviewers.getByText(say('Review requested')).waitFor({ state: 'attached' });
  });

  it('the request is approved and merged, and the issue is closed', async () => {
    const { page } = reviewing;
    await page
      .getByRole('link', { name: say('Overview'), exact: true })
      .last()
      .click();
    await page.getByRole('button', { name: say('Approve'), exact: true }).click();
    await page.getByRole('button', { name: say('Revoke approval') }).waitFor();
    await page.getByRole('heading', { name: say('Ready to be merged') }).waitFor();
    await page.getByRole('button', { name: say('Merge'), exact: true }).click();
    await page.locator('[class*="notice-merged_"]').waitFor();
    const { body: request } = await author.api.get(`/projects/${project.id}/merge_requests/1`);
    expect(request).toMatchObject({ state: 'merged', merged_by: { username: reviewer.username } });
  });

  itInFullRun.each([
    ['issues?state=all', 'Issues'],
    ['merge_requests?state=all', 'Merge requests'],
    ['labels', 'Labels'],
    ['milestones', 'Milestones'],
    ['boards', undefined],
  ])('shows %s', async (path, heading) => {
    const { page } = reviewing;
    await page.goto(at(path));
    await page.getByRole('heading', { level: 1, ...(heading !== undefined && { name: say(heading) }) }).waitFor();
    await page.getByRole('status', { name: say('Loading') }).waitFor({ state: 'detached' });
    expect(await violationsOf(page)).toEqual([]);
  });

  it('reports no error and nothing that the policy blocked', () => {
    expect([...writing.complaints, ...reviewing.complaints]).toEqual([]);
  });
});
