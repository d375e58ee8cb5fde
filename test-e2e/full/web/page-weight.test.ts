/**
 * What the pages cost a browser whose cache is empty. The limits are those of a mobile connection;
 * the table of a run shows the present figures.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, createMergeRequest, createProject, createUser, mesh, unique, type TestUser } from '@forgemesh/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { findChromium, openBrowser } from '../../support/chromium';
import { SLOW_NETWORK, weighPage, type PageWeight } from '../../support/page-weight';
import { signInOn, watchPage } from '../../support/pages';

const password = 'a-long-password-1';
const found = findChromium();
const RESULTS = join(__dirname, '../../../test-results');
const FOLDERS = 12;
const FILES = 16;
const COMMENTS = 12;
/** 5,000 changed lines. */
const CHANGED_FILES = 200;
const CHANGED_LINES = 13;
/** Notes the times in which the page did not respond, before its scripts run. */
const noteLongTasks = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });`;
const PICTURE_BYTES = 90_000;
const issueTexts = ['The text of the issue', 'Comment 1.'];
const paragraph = 'A sentence of a text that explains what the project is for and how it is used. '.repeat(6);

(found ? describe : describe.skip)('the weight of pages in Chromium, if available', () => {
  let user: TestUser;
  let browser: BrowserContext;
  let page: Page;
  let project: { id: number; path_with_namespace: string };
  let changed: typeof project;
  const figures: Record<string, PageWeight> = {};

  beforeAll(async () => {
    user = await createUser();
    project = await createProject(user.api, { name: unique('weight'), description: 'A demonstration' });
    await fill();
    browser = await openBrowser(found as NonNullable<typeof found>);
    ({ page } = await watchPage(browser));
    await signInOn(page, mesh().url, user.username, password);
  });
  afterAll(async () => {
    console.table(
      Object.fromEntries(
        Object.entries(figures).map(([name, { bytes, apiBytes, requests, shownMs, paint }]) => [
          name,
          { bytes, apiBytes, requests, shownMs, themeMs: paint.theme, firstContentMs: paint.content },
        ]),
      ),
    );
    // With the requests of each page, which show what to make smaller.
    mkdirSync(RESULTS, { recursive: true });
    writeFileSync(join(RESULTS, 'page-weight.json'), JSON.stringify(figures, null, 2));
    await browser?.close();
  });

  it('is small for a project with a long README and pictures', async () => {
    const weight = await weigh('project', '', ['Chapter 1', 'Add the files'], async () => {
      await page.getByRole('heading', { name: 'Chapter 1', exact: true }).waitFor();
      await page.getByRole('link', { name: 'Add the files' }).first().waitFor();
    });
    expect(weight.bytes).toBeLessThanOrEqual(215_000);
    expect(weight.requests).toBeLessThanOrEqual(25);
  });

  it('is small for an issue with comments', async () => {
    const weight = await weigh('issue', '/-/issues/1', issueTexts, issueIsShown);
    expect(weight.bytes).toBeLessThanOrEqual(162_000);
    expect(weight.requests).toBeLessThanOrEqual(20);
  });

  it('is small for a merge request with many changed files, which blocks the page for a moment only', async () => {
    const first = page.getByRole('table', { name: 'Changes of changed/000.ts' });
    const last = `changed/${String(CHANGED_FILES - 1).padStart(3, '0')}.ts`;
    const changesAreShown = async (): Promise<void> => {
      await first.getByText('value0').first().waitFor();
      await page.getByRole('region', { name: last, exact: true }).waitFor({ state: 'attached' });
    };
    await page.addInitScript(noteLongTasks);
    const weight = await weigh('changes', '/-/merge_requests/1/diffs', ['value0'], changesAreShown, { of: changed });
    expect(weight.bytes).toBeLessThanOrEqual(300_000);
    expect(weight.requests).toBeLessThanOrEqual(25);
    figures['changes, long tasks (ms)'] = { ...weight, shownMs: await longTasksOf(page) };
    await page.evaluate('longTasks.length = 0');
    await first.getByRole('row').nth(2).hover();
    await first
      .getByRole('row')
      .nth(2)
      .getByRole('button', { name: /^Comment on line/ })
      .click();
    await page.getByRole('textbox', { name: /^Comment on line/ }).waitFor();
    figures['form at a line, long tasks (ms)'] = { ...weight, shownMs: await longTasksOf(page) };
  });

  it('lets an issue be read soon on a slow connection', async () => {
    const { shownMs, paint } = await weigh('issue, slow', '/-/issues/1', issueTexts, issueIsShown, {
      network: SLOW_NETWORK,
    });
    expect(shownMs).toBeGreaterThan(0);
    expect(shownMs).toBeLessThanOrEqual(5_500);
    // The page is never white before it is dark.
    expect(paint.theme).toBeGreaterThan(0);
    expect(paint.first).toBeGreaterThanOrEqual(paint.theme);
    expect(paint.content).toBeLessThanOrEqual(3_000);
  });

  async function issueIsShown(): Promise<void> {
    await page.getByText('The text of the issue').waitFor();
    await page.getByText('Comment 1.', { exact: false }).first().waitFor();
  }

  async function weigh(
    name: string,
    path: string,
    texts: readonly string[],
    isShown: () => Promise<unknown>,
    { network, of = project }: { network?: typeof SLOW_NETWORK; of?: typeof project } = {},
  ): Promise<PageWeight> {
    const address = `${mesh().url}/${of.path_with_namespace}${path}`;
    const weight = await weighPage(page, { address, isShown, texts, ...(network && { network }) });
    figures[name] = weight;
    return weight;
  }

  async function fill(): Promise<void> {
    const chapters = Array.from({ length: 10 }, (_, index) => `## Chapter ${index + 1}\n\n${paragraph}\n`);
    const pictures = [1, 2, 3].map((number) => `![Picture ${number}](docs/picture${number}.png)\n`);
    const actions = [
      { action: 'create', file_path: 'README.md', content: `# Demo\n\n${[...chapters, ...pictures].join('\n')}` },
      ...[1, 2, 3].map((number) => ({
        action: 'create',
        file_path: `docs/picture${number}.png`,
        content: randomBytes(PICTURE_BYTES).toString('base64'),
        encoding: 'base64',
      })),
      ...Array.from({ length: FOLDERS }, (_, index) => ({
        action: 'create',
        file_path: `folder${index}/file.txt`,
        content: 'x',
      })),
      ...Array.from({ length: FILES }, (_, index) => ({
        action: 'create',
        file_path: `file${index}.txt`,
        content: 'x',
      })),
    ];
    const commit = { branch: 'main', commit_message: 'Add the files', actions };
    expect((await user.api.post(`/projects/${project.id}/repository/commits`, commit)).status).toBe(201);
    const change = (value: string) =>
      Array.from({ length: CHANGED_FILES }, (_, file) => ({
        file_path: `changed/${String(file).padStart(3, '0')}.ts`,
        content: Array.from({ length: CHANGED_LINES }, (_, line) => `const value${line} = ${value};\n`).join(''),
      }));
    // Apart from the others, whose page offers a merge request for a branch that was pushed.
    changed = await createProject(user.api, { name: unique('changes') });
    const before = change("'before'").map((file) => ({ action: 'create', ...file }));
    const after = change("'after'").map((file) => ({ action: 'update', ...file }));
    await create(user.api, `/projects/${changed.id}/repository/commits`, {
      branch: 'main',
      commit_message: 'Add files to change',
      actions: before,
    });
    await create(user.api, `/projects/${changed.id}/repository/commits`, {
      branch: 'feature',
      start_branch: 'main',
      commit_message: 'Change the files',
      actions: after,
    });
    await createMergeRequest(user.api, `/projects/${changed.id}`);
    const issue = { title: 'An issue', description: `The text of the issue.\n\n${paragraph}` };
    expect((await user.api.post(`/projects/${project.id}/issues`, issue)).status).toBe(201);
    for (let number = 1; number <= COMMENTS; number += 1) {
      const body = `Comment ${number}.\n\n- one\n- **two**\n\n${paragraph}`;
      expect((await user.api.post(`/projects/${project.id}/issues/1/notes`, { body })).status).toBe(201);
    }
  }
});

/** The time of all long tasks, in milliseconds. */
function longTasksOf(page: Page): Promise<number> {
  return page.evaluate<number>('Math.round(longTasks.reduce((sum, duration) => sum + duration, 0))');
}
