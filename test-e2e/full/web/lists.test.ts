/** Lists of issues and merge requests: filters, changes of several items, saved filters. */
import { createUser, ids, mesh, unique, waitFor, type TestUser } from '@forgemesh/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { findChromium, openBrowser } from '../../support/chromium';
import { inspectView, noProblems } from '../../support/page-views';
import { signInOn, violationsOf, watchPage, type WatchedPage } from '../../support/pages';

const password = 'a-long-password-1';
const found = findChromium();

(found ? describe : describe.skip)('lists in Chromium, if available', () => {
  let user: TestUser;
  let project: { id: number; path_with_namespace: string };
  let browser: BrowserContext;
  let watched: WatchedPage;
  let page: Page;
  const path = (): string => `/projects/${project.id}`;
  const at = (address: string): string => `${mesh().url}/${project.path_with_namespace}/-/${address}`;
  const filter = () => page.getByRole('combobox', { name: 'Search or filter' });
  const option = (name: string) => page.getByRole('listbox', { name: 'Filters' }).getByRole('option', { name });
  // A row also links to people.
  const titles = (): Promise<string[]> => page.getByRole('listitem').locator('a[href*="/issues/"]').allTextContents();
  const hasTitles = (wanted: string[]): Promise<unknown> =>
    waitFor(titles, (present) => JSON.stringify(present) === JSON.stringify(wanted));

  beforeAll(async () => {
    user = await createUser();
    project = (await user.api.post('/projects', { name: unique('lists'), initialize_with_readme: true })).body;
    await user.api.post(`${path()}/labels`, { name: 'bug', color: '#dc143c' });
    await user.api.post(`${path()}/labels`, { name: 'idea', color: '#3344aa' });
    await user.api.post(`${path()}/milestones`, { title: 'First' });
    for (const title of ['One', 'Two', 'Three', 'Four'])
      await user.api.post(`${path()}/issues`, { title, labels: title === 'One' ? 'bug' : '' });
    browser = await openBrowser(found as NonNullable<typeof found>);
    watched = await watchPage(browser);
    page = watched.page;
    await signInOn(page, mesh().url, user.username, password);
  });
  afterAll(() => browser?.close());

  it('filters are chosen with the keyboard, turned round and removed', async () => {
    await page.goto(at('issues'));
    await hasTitles(['Four', 'Three', 'Two', 'One']);
    await filter().focus();
    await page.keyboard.type('lab');
    await option('Label').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('bu');
    await option('bug').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await hasTitles(['One']);
    await page.getByRole('button', { name: 'Label is bug' }).click();
    await hasTitles(['Four', 'Three', 'Two']);
    expect(new URL(page.url()).searchParams.get('not[labels]')).toBe('bug');
    await filter().focus();
    await page.keyboard.type('Two');
    await page.keyboard.press('Enter');
    await hasTitles(['Two']);
    expect(await inspectView(page, 'lists-filters')).toEqual(noProblems);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await hasTitles(['Four', 'Three', 'Two', 'One']);
    // Addresses of before still work.
    await page.goto(`${at('issues')}?label_name[]=bug&confidential=false`);
    await hasTitles(['One']);
    await page.getByRole('button', { name: 'Remove the filter Confidential: No' }).waitFor();
  });

  it('several issues are changed together, and those that fail stay selected', async () => {
    await page.goto(at('issues'));
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('checkbox', { name: 'Select One' }).uncheck();
    await page.getByText('3 items selected').waitFor();
    await page.getByRole('button', { name: 'Edit: Add labels' }).click();
    await page.getByRole('checkbox', { name: 'idea' }).check();
    await page.getByRole('button', { name: 'Edit: Assignees' }).click();
    await page.getByRole('checkbox', { name: new RegExp(user.username) }).check();
    await page.getByRole('button', { name: 'Edit: Milestone' }).click();
    await page.getByRole('radio', { name: 'First' }).check();
    await page.getByLabel('Discussion').selectOption('Locked');
    expect(await inspectView(page, 'lists-bulk')).toEqual(noProblems);
    // One of them is deleted in the meantime.
    await user.api.delete(`${path()}/issues/2`);
    await page.getByRole('button', { name: 'Apply to 3 items' }).click();
    await page.getByText('2 items changed.').waitFor();
    const failures = page.getByRole('alert').filter({ hasText: '1 item was not changed' });
    await failures.getByRole('link', { name: 'Two' }).waitFor();
    const wanted = { labels: ['idea'], milestone: { title: 'First' }, discussion_locked: true };
    for (const iid of [3, 4]) {
      const { body } = await user.api.get(`${path()}/issues/${iid}`);
      expect(body).toMatchObject({ ...wanted, assignees: [{ id: user.id }] });
    }
    const { body: other } = await user.api.get(`${path()}/issues/1`);
    expect(other).toMatchObject({ labels: ['bug'], milestone: null, discussion_locked: null });
  });

  it('issues are moved and closed together', async () => {
    const target = (await user.api.post('/projects', { name: unique('target') })).body;
    await page.goto(at('issues?labels=idea'));
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Edit: Move to project' }).click();
    await page.getByRole('searchbox', { name: 'Search: Move to project' }).fill(target.path);
    await page.getByRole('radio', { name: target.path_with_namespace }).check();
    await page.getByRole('button', { name: 'Apply to 2 items' }).click();
    await page.getByText('2 items changed.').waitFor();
    expect(ids(await user.api.get(`/projects/${target.id}/issues?state=opened`))).toHaveLength(2);
    expect(watched.complaints).toEqual([]);
  });
});
