/** A page shows what somebody else does, without a reload. */
import { createUser, mesh, unique, type TestUser } from '@forgemesh/testing';
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
    project = (await writer.api.post('/projects', { name: unique('live'), visibility: 'public' })).body;
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
});
