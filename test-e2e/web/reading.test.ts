/** Notebooks, threads at the lines of commits, keyboard shortcuts, and notifications. */
import { createUser, mesh, waitFor, createProject, type TestUser } from '@forgemesh/testing';
import type { BrowserContext } from 'playwright-core';
import { findChromium, openBrowser } from '../support/chromium';
import { signInOn, violationsOf, watchPage, type WatchedPage } from '../support/pages';

const password = 'a-long-password-1';
const found = findChromium();

const notebook = JSON.stringify({
  metadata: { language_info: { file_extension: '.py' } },
  cells: [
    { cell_type: 'markdown', source: ['# Load of an hour\n'] },
    {
      cell_type: 'code',
      source: ['print(1)'],
      execution_count: 1,
      outputs: [
        { output_type: 'stream', name: 'stdout', text: ['Printed text\n'] },
        {
          output_type: 'display_data',
          data: { 'text/html': '<h2>Hostile</h2><script>document.title="owned"</script>' },
        },
      ],
    },
  ],
});

(found ? describe : describe.skip)('further pages in Chromium, if available', () => {
  let user: TestUser;
  let browser: BrowserContext;
  let watched: WatchedPage;
  let project: { id: number; path_with_namespace: string };
  let sha: string;

  beforeAll(async () => {
    user = await createUser();
    project = await createProject(user.api, { visibility: 'private' });
    const actions = [
      { action: 'create', file_path: 'load.ipynb', content: notebook },
      { action: 'create', file_path: 'one.ts', content: 'export const one = 1;\nexport const two = 2;\n' },
    ];
    const commit = { branch: 'main', commit_message: 'Add files', actions };
    sha = (await user.api.post(`/projects/${project.id}/repository/commits`, commit)).body.id;
    browser = await openBrowser(found as NonNullable<typeof found>);
    watched = await watchPage(browser);
    await signInOn(watched.page, mesh().url, user.username, password);
  });
  afterAll(() => browser?.close());

  const at = (path: string): string => `${mesh().url}/${project.path_with_namespace}/-/${path}`;

  it('shows a notebook without the HTML of its outputs', async () => {
    const { page } = watched;
    await page.goto(at('blob/main/load.ipynb'));
    await page.getByRole('heading', { name: 'Load of an hour' }).waitFor();
    await page.getByText('Printed text').waitFor();
    expect(await page.getByRole('heading', { name: 'Hostile' }).count()).toBe(0);
    expect(await page.title()).not.toBe('owned');
    expect(await violationsOf(page)).toEqual([]);
  });

  it('shows a thread at its line of a commit, with replies', async () => {
    const position = { position_type: 'text', base_sha: '0'.repeat(40), start_sha: '0'.repeat(40), head_sha: sha };
    const line = { old_path: 'one.ts', new_path: 'one.ts', new_line: 2 };
    const discussions = `/projects/${project.id}/repository/commits/${sha}/discussions`;
    const started = await user.api.post(discussions, { body: 'Why two?', position: { ...position, ...line } });
    expect(started.status).toBe(201);
    const { page } = watched;
    await page.goto(at(`commit/${sha}`));
    const thread = page.getByRole('group', { name: 'Thread' }).filter({ hasText: 'Why two?' });
    await thread.getByRole('button', { name: 'Reply' }).click();
    await thread.getByRole('textbox', { name: 'Reply' }).fill('Because of one.');
    await thread.locator('form').getByRole('button', { name: 'Reply', exact: true }).click();
    await thread.getByText('Because of one.').waitFor();
    const { body } = await waitFor(
      () => user.api.get(discussions),
      ({ body: list }) => list[0].notes.length > 1,
    );
    expect(body[0].notes.map((note: { body: string }) => note.body)).toEqual(['Why two?', 'Because of one.']);
  });

  it('the frame of diagrams does not change the style of the pages', async () => {
    const style = await watched.page.evaluate<string[]>(`(() => {
      const { overflow, textAlign } = getComputedStyle(document.body);
      return [overflow, textAlign];
    })()`);
    expect(style).toEqual(['visible', 'start']);
  });

  it('opens pages with the keyboard, and lists the keys', async () => {
    const { page } = watched;
    await page.goto(at('branches'));
    await page.getByRole('heading', { level: 1, name: 'Branches' }).waitFor();
    // They are loaded once the page has been shown.
    await page.locator('#shortcuts').waitFor({ state: 'attached' });
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByRole('heading', { level: 1, name: 'Issues' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('g i');
    expect(await page.getByRole('searchbox', { name: 'Search this project' }).inputValue()).toBe('g i');
  });

  it('chooses the notifications of a project', async () => {
    const { page } = watched;
    await page.goto(`${mesh().url}/${project.path_with_namespace}`);
    await page.getByLabel(/^Notifications: The default level/).click();
    await page.getByRole('button', { name: 'All activity' }).click();
    await page.getByLabel('Notifications: All activity').waitFor();
    expect((await user.api.get(`/projects/${project.id}/notification_settings`)).body.level).toBe('watch');
  });
});
