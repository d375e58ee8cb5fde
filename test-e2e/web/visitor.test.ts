/** The day of a visitor without an account, by clicks. */
import {
  createBranchedProject,
  createIssue,
  createMergeRequest,
  createUser,
  mesh,
  type BranchedProject,
  type TestItem,
  type TestUser,
} from '@forgemesh/testing';
import type { BrowserContext } from 'playwright-core';
import { findChromium, openBrowser } from '../support/chromium';
import { violationsOf, watchPage, type WatchedPage } from '../support/pages';

const password = 'a-long-password-1';
const found = findChromium();

(found ? describe : describe.skip)('a visitor in Chromium, if available', () => {
  let owner: TestUser;
  let made: BranchedProject;
  let issue: TestItem;
  let browser: BrowserContext;
  let watched: WatchedPage;
  /** Addresses of refused requests. */
  const refused: string[] = [];

  beforeAll(async () => {
    owner = await createUser();
    made = await createBranchedProject(owner.api, { visibility: 'public' });
    issue = await createIssue(owner.api, made.path, { title: 'The shop is closed', description: 'On **Sundays**' });
    await owner.api.post(`${made.path}/issues/${issue.iid}/notes`, { body: 'It opens on Monday.' });
    await createMergeRequest(owner.api, made.path, { title: 'Open the shop' });
    browser = await openBrowser(found as NonNullable<typeof found>);
    watched = await watchPage(browser);
    watched.page.on('response', (response) => {
      if (response.status() === 401) refused.push(response.url());
    });
  });
  afterAll(() => browser?.close());

  const projectUrl = (): string => `${mesh().url}/${made.project.path_with_namespace}`;

  it('finds a project and reads its issues, merge requests and boards', async () => {
    const { page } = watched;
    await page.goto(`${mesh().url}/explore`);
    await page
      .getByRole('main')
      .getByRole('textbox', { name: 'Find a project' })
      .or(page.getByRole('searchbox', { name: 'Find a project' }))
      .fill(made.project.name);
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await page.getByRole('main').getByRole('link', { name: made.project.name }).click();
    const menu = page.getByRole('navigation', { name: made.project.name });
    await menu.getByRole('link', { name: /^Issues/ }).click();
    await page.getByRole('link', { name: 'The shop is closed' }).click();
    await page.getByText('It opens on Monday.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await menu.getByRole('link', { name: 'Boards' }).click();
    await menu.getByRole('link', { name: 'Merge requests' }).click();
    await page.getByRole('link', { name: 'Open the shop' }).click();
    await page.getByRole('link', { name: /^Changes/ }).click();
    await page.getByText('a.txt').filter({ visible: true }).first().waitFor();
    expect([refused, watched.complaints]).toEqual([[], []]);
  });

  it('jumps to people, projects and pages by keyboard', async () => {
    const { page } = watched;
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Jump to' }).fill(made.project.name);
    await page.getByRole('option', { name: made.project.name }).first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(projectUrl());
    await page.getByRole('heading', { level: 1, name: made.project.name }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByRole('link', { name: 'The shop is closed' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByText('It opens on Monday.').waitFor();
    expect(refused).toEqual([]);
  });

  it('goes on when the connection is back', async () => {
    const { page } = watched;
    await browser.setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.getByRole('link', { name: 'Milestones' }).click();
    await page.waitForURL(/\/-\/milestones$/);
    expect(await page.getByRole('navigation', { name: made.project.name }).count()).toBe(1);
    await browser.setOffline(false);
    await page.getByRole('heading', { name: 'Milestones', exact: true }).waitFor();
    expect(await page.getByText('You are offline.').count()).toBe(0);
  });

  it('is led from older addresses to the current ones, and told where no page is', async () => {
    const { page } = watched;
    await page.goto(`${projectUrl()}/blob/main/README.md`);
    await page.waitForURL(`${projectUrl()}/-/blob/main/README.md`);
    const missing = await page.goto(`${projectUrl()}/-/nothing`);
    expect(missing?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await page.title()).toContain('Page not found');
  });

  it('sees the chosen theme before any module has run', async () => {
    const { page } = watched;
    await page.evaluate("localStorage.setItem('forgemesh.theme', 'dark')");
    await page.route('**/-/assets/index-*.js', (route) => route.abort());
    await page.goto(`${mesh().url}/explore`);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.unroute('**/-/assets/index-*.js');
    await page.evaluate("localStorage.removeItem('forgemesh.theme')");
  });

  it('has the menus of a wide screen on a phone, too', async () => {
    const { page } = watched;
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`${projectUrl()}/-/milestones`);
    const current = page.getByRole('navigation', { name: made.project.name }).getByRole('link', { name: 'Milestones' });
    await current.waitFor();
    const box = await current.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
    await page.getByLabel('Menu', { exact: true }).click();
    await page.getByRole('button', { name: 'Dark' }).click();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.getByLabel('Menu', { exact: true }).click();
    await page.getByRole('button', { name: 'Same as the system' }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('signs in where an action needs an account, and returns', async () => {
    const { page } = watched;
    await page.goto(`${projectUrl()}/-/issues/${issue.iid}`);
    await page
      .getByRole('main')
      .getByRole('link', { name: /sign in/i })
      .click();
    await page.waitForURL(/sign_in\?redirect=/);
    // The field has the focus.
    await page.getByLabel('Username or email address').waitFor();
    await page.keyboard.type(owner.username);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${projectUrl()}/-/issues/${issue.iid}`);
    await page.getByRole('textbox', { name: /comment/i }).waitFor();
    await page.getByRole('heading', { name: 'The shop is closed' }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.getByRole('heading', { name: 'Your projects' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: made.project.name }).waitFor();
    expect(watched.complaints).toEqual([]);
  });
});
