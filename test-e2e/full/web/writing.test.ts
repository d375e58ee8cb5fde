/** A user writes in a browser: completion, quick actions, tasks, links to comments, rich texts. */
import { create, createUser, mesh, unique, waitFor, type TestUser } from '@forgemesh/testing';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { findChromium, openBrowser } from '../../support/chromium';
import { inspectView, noProblems } from '../../support/page-views';
import { signInOn, violationsOf, watchPage, type WatchedPage } from '../../support/pages';

const password = 'a-long-password-1';
const found = findChromium();

const description = `[[_TOC_]]

## Plan

> [!warning] Careful
> The schema changes.

- [ ] first
- [x] second

\`\`\`elixir
def f(x), do: x
\`\`\`

The area is $a^2$.

\`\`\`mermaid
graph LR
  A --> B
\`\`\`
`;

(found ? describe : describe.skip)('writing in the pages in Chromium, if available', () => {
  let user: TestUser;
  let project: { id: number; path_with_namespace: string; default_branch: string };
  let browser: BrowserContext;
  let watched: WatchedPage;
  let page: Page;
  const at = (path: string): string => `${mesh().url}/${project.path_with_namespace}/-/${path}`;
  const api = (path: string): string => `/projects/${project.id}${path}`;
  const editor = (name: string): Locator => page.getByRole('textbox', { name, exact: true });

  /** Types the beginning of a reference and takes the first entry of the list. */
  async function complete(typed: string, entry: string): Promise<void> {
    await page.keyboard.type(typed);
    await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name: entry }).first().waitFor();
    await page.keyboard.press('Enter');
  }

  const hasText = (field: Locator, pattern: RegExp): Promise<unknown> =>
    waitFor(
      () => field.inputValue(),
      (text) => pattern.test(text),
    );

  beforeAll(async () => {
    user = await createUser();
    project = (await user.api.post('/projects', { name: unique('writing'), initialize_with_readme: true })).body;
    await create(user.api, api('/labels'), { name: 'two words', color: '#d9534f' });
    await create(user.api, api('/milestones'), { title: 'Sprint 1' });
    const template = { action: 'create', file_path: '.gitlab/issue_templates/Bug.md', content: '## Steps\n' };
    const commit = { branch: project.default_branch, commit_message: 'Add a template', actions: [template] };
    await create(user.api, api('/repository/commits'), commit);
    browser = await openBrowser(found as NonNullable<typeof found>);
    watched = await watchPage(browser);
    ({ page } = watched);
    await signInOn(page, mesh().url, user.username, password);
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('a new issue is filled by the address and by a template', async () => {
    await page.goto(at('issues/new?issue[title]=Prepared&issue[description]=By%20a%20link'));
    expect(await editor('Title').inputValue()).toBe('Prepared');
    expect(await editor('Description').inputValue()).toBe('By a link');
    await page.goto(at('issues'));
    await page.getByRole('link', { name: 'New issue' }).click();
    await page.getByLabel('Template', { exact: true }).selectOption('Bug');
    await hasText(editor('Description'), /^## Steps\n$/);
    await editor('Title').fill('First');
    // The keyboard goes from the title to the text.
    await editor('Title').press('Tab');
    await page.getByLabel('Template', { exact: true }).press('Tab');
    await page.keyboard.type('It fails.');
    expect(await editor('Description').inputValue()).toContain('It fails.');
    await page.getByRole('button', { name: 'Create issue' }).click();
    await page.getByRole('heading', { name: 'First #1' }).waitFor();
  });

  it('references are completed at the caret', async () => {
    await editor('New comment').click();
    await complete(`Ask @${user.username.slice(0, 6)}`, `@${user.username}`);
    await complete('about #Fir', '#1');
    await complete('~two', 'two words');
    await complete('%Sp', 'Sprint 1');
    await complete(':tada', ':tada:');
    expect(await editor('New comment').inputValue()).toBe(
      `Ask @${user.username} about #1 ~"two words" %"Sprint 1" :tada: `,
    );
    expect(await violationsOf(page)).toEqual([]);
    // A draft survives a reload.
    await page.reload();
    expect(await editor('New comment').inputValue()).toContain(':tada:');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('article').getByRole('link', { name: 'two words' }).click();
    // The label leads to the list with this filter.
    await page.getByRole('button', { name: 'Remove the filter Label: two words' }).waitFor();
    await page.goBack();
  });

  it('quick actions say what they did, and leave the text empty', async () => {
    await editor('New comment').click();
    await complete('/unlabel', '/unlabel');
    await editor('New comment').fill('/label ~"two words"\n/weight x');
    await editor('New comment').press('Control+Enter');
    await page.getByText('Added labels: ~"two words". /weight was not possible.').waitFor();
    await hasText(editor('New comment'), /^$/);
    // The change of labels is in the activity.
    const activity = page.getByRole('region', { name: 'Activity' });
    await activity.getByText('added', { exact: true }).waitFor();
    await editor('New comment').fill('/milestone %"Sprint 1"');
    await editor('New comment').press('Control+Enter');
    await activity.getByText('changed milestone to').getByRole('link', { name: 'Sprint 1' }).waitFor();
  });

  it('labels are chosen with the keyboard', async () => {
    await page.getByRole('button', { name: 'Edit: Labels' }).press('Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Details' }).getByText('None').nth(1).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('searchbox', { name: 'Search: Labels' }).count()).toBe(0);
    await page.locator('button[aria-label="Edit: Labels"]:focus').waitFor();
  });

  it('tasks are ticked, and rich parts of a text are drawn', async () => {
    const issue = await create(user.api, api('/issues'), { title: 'Rich', description });
    await page.goto(at(`issues/${String(issue['iid'])}`));
    const text = page.getByRole('region', { name: 'Description' });
    await text.getByRole('checkbox').first().check();
    await page.getByText('2 of 2 tasks completed').waitFor();
    const { body } = await user.api.get(api(`/issues/${String(issue['iid'])}`));
    expect(body.description).toBe(description.replace('- [ ] first', '- [x] first'));
    // The text is rendered again after the change.
    await page.reload();
    await text.locator('.hljs-keyword', { hasText: 'def' }).waitFor();
    await text.locator('.katex').waitFor();
    await text.locator('iframe.diagram').scrollIntoViewIfNeeded();
    await text.locator('iframe.diagram[data-state="drawn"]').waitFor();
    await text.getByRole('link', { name: 'Plan' }).click();
    await page.locator('h2[data-target]', { hasText: 'Plan' }).waitFor();
    expect(await inspectView(page, 'writing-issue')).toEqual(noProblems);
  });

  it('a link to a comment scrolls to it and marks it; a comment is quoted and gets a reaction', async () => {
    const comments = Array.from({ length: 12 }, (_, index) => `Comment ${index}\n\n${'text\n\n'.repeat(5)}`);
    let last = '';
    for (const body of comments) last = String((await create(user.api, api('/issues/1/notes'), { body }))['id']);
    await page.goto(at('issues'));
    await page.goto(`${at('issues/1')}#note_${last}`);
    const comment = page.locator(`#note_${last}[data-target]`);
    await comment.waitFor();
    await waitFor(
      () => comment.boundingBox(),
      (box) => box !== null && box.y > 0 && box.y < (page.viewportSize()?.height ?? 0),
    );
    await comment.getByLabel('More actions of the comment').click();
    await comment.getByRole('button', { name: 'Quote in a reply' }).click();
    await hasText(editor('Reply'), /^> Comment 11/);
    await comment.getByLabel('Add a reaction').click();
    await comment.getByRole('searchbox', { name: 'Search emoji' }).fill('octopus');
    await comment.getByRole('button', { name: 'octopus', exact: true }).click();
    await comment.getByRole('button', { name: 'octopus: 1' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  it('pages of the wiki link one another, and name their folders', async () => {
    await create(user.api, api('/wikis'), { title: 'Team/Deployment', content: 'How' });
    await create(user.api, api('/wikis'), { title: 'home', content: 'See [[the way|Team/Deployment]].' });
    await page.goto(at('wikis/home'));
    await page.getByRole('navigation', { name: 'Pages of the wiki' }).getByText('Team / Deployment').waitFor();
    await page.getByRole('link', { name: 'the way' }).click();
    await page.getByRole('heading', { level: 1, name: 'Deployment' }).waitFor();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await editor('Content').fill('How **exactly**');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator('strong', { hasText: 'exactly' }).waitFor();
    await page.getByRole('button', { name: 'Save page' }).click();
    await page.locator('article strong', { hasText: 'exactly' }).waitFor();
  });

  it('reports no error and nothing that the policy blocked', () => expect(watched.complaints).toEqual([]));
});
