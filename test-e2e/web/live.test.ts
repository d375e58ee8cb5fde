/** A page shows what somebody else does, without a reload. */
import { createUser, mesh, unique, createProject, createGroup, type TestUser } from '@forgemesh/testing';
import type { BrowserContext } from 'playwright-core';
import { findChromium, openBrowser } from '../support/chromium';
import { signInOn, watchPage, type WatchedPage } from '../support/pages';

const password = 'a-long-password-1';
const found = findChromium();

(found ? describe : describe.skip)('live pages in Chromium, if available', () => {
  let reader: TestUser;
  let writer: TestUser;
  let browser: BrowserContext;
  let watched: WatchedPage;
  let project: { id: number; path_with_namespace: string };

  beforeAll(async () => {
    [reader, writer] = await Promise.all([createUser(), createUser()]);
    project = await createProject(writer.api, { visibility: 'public' });
    await writer.api.post(`/projects/${project.id}/issues`, { title: 'The first issue' });
    browser = await openBrowser(found as NonNullable<typeof found>);
    watched = await watchPage(browser);
    await signInOn(watched.page, mesh().url, reader.username, password);
  });
  afterAll(() => browser?.close());

  const at = (path: string): string => `${mesh().url}/${project.path_with_namespace}/-/${path}`;
  const connected = () =>
    watched.page.waitForResponse((response) => response.url().includes('/-/events?') && response.status() === 200);

  it('shows a comment of another user', async () => {
    const { page } = watched;
    const connection = connected();
    await page.goto(at('issues/1'));
    await page.getByRole('heading', { name: 'The first issue' }).waitFor();
    await connection;
    await writer.api.post(`/projects/${project.id}/issues/1/notes`, { body: 'Seen by everybody' });
    await page.getByText('Seen by everybody').waitFor();
  });

  it('adds a new issue to the open list, which does not poll', async () => {
    const { page } = watched;
    const connection = connected();
    await page.goto(at('issues'));
    await page.getByRole('link', { name: 'The first issue' }).waitFor();
    await connection;
    await writer.api.post(`/projects/${project.id}/issues`, { title: 'The second issue' });
    await page.getByRole('link', { name: 'The second issue' }).waitFor();
    expect(watched.complaints).toEqual([]);
  });

  it('adds a new to-do to the open list', async () => {
    const { page } = watched;
    const connection = connected();
    await page.goto(`${mesh().url}/dashboard/todos`);
    await page.getByRole('heading', { name: 'To-do list' }).waitFor();
    await connection;
    await writer.api.put(`/projects/${project.id}/issues/1`, { assignee_ids: [reader.id] });
    await page.getByRole('link', { name: 'The first issue' }).waitFor();
  });

  it('adds a new issue and merge request to the open lists of their group', async () => {
    const { page } = watched;
    const path = unique('group');
    const group = await createGroup(writer.api, { name: path, path, visibility: 'public' });
    const { body: inner } = await writer.api.post('/projects', {
      name: 'Inner',
      namespace_id: group.id,
      visibility: 'public',
      initialize_with_readme: true,
    });
    await writer.api.post(`/projects/${inner.id}/repository/branches`, { branch: 'other', ref: inner.default_branch });
    const first = connected();
    await page.goto(`${mesh().url}/groups/${path}/-/issues`);
    await first;
    await writer.api.post(`/projects/${inner.id}/issues`, { title: 'An issue below' });
    await page.getByRole('link', { name: 'An issue below' }).waitFor();
    const second = connected();
    await page.goto(`${mesh().url}/groups/${path}/-/merge_requests`);
    await second;
    await writer.api.post(`/projects/${inner.id}/merge_requests`, {
      source_branch: 'other',
      target_branch: inner.default_branch,
      title: 'A request below',
    });
    await page.getByRole('link', { name: 'A request below' }).waitFor();
    expect(watched.complaints).toEqual([]);
  });

  it('receives nothing about a project that the session may not read', async () => {
    const { page } = watched;
    const hidden = await createProject(writer.api, { visibility: 'private' });
    const authorized = page.waitForRequest((request) => request.url().includes('/-/events?'));
    await page.goto(at('issues'));
    const token = (await authorized).headers()['authorization'] ?? '';
    const known = `projects/${project.id}/issues`;
    const ready = page.waitForEvent('console', (line) => line.text() === 'the stream is ready');
    // The connection of the page, with a topic that no page offers to this session.
    const seen = page.evaluate(
      async ([authorization, secret, open]) => {
        const response = await fetch(`/-/events?topic=${secret}&topic=${open}`, {
          headers: { Authorization: String(authorization) },
        });
        const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
        let text = '';
        while (!text.includes(`"${open}"`)) {
          const { value, done } = await reader.read();
          if (done) break;
          text += value;
          if (text.includes('event: ready')) console.info('the stream is ready');
        }
        await reader.cancel();
        return [...text.matchAll(/"topic":"([^"]+)"/g)].map(([, topic]) => topic);
      },
      [token, `projects/${hidden.id}/issues`, known],
    );
    await ready;
    await writer.api.post(`/projects/${hidden.id}/issues`, { title: 'A secret' });
    await writer.api.post(`/projects/${project.id}/issues`, { title: 'Known to all' });
    expect(await seen).toEqual([known]);
  });
});
