/** The day of a visitor without an account, by clicks. */
import {
  create,
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
import { Walk } from '../support/walk';

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
    const days = { start_date: '2026-01-01', due_date: '2026-02-01' };
    await create(owner.api, `${made.path}/milestones`, { title: 'Winter', ...days });
    browser = await openBrowser(found as NonNullable<typeof found>);
    watched = await watchPage(browser);
    watched.page.on('response', (response) => {
      if (response.status() === 401) refused.push(response.url());
    });
  });
  afterAll(() => browser?.close());

  const projectUrl = (): string => `${mesh().url}/${made.project.path_with_namespace}`;

  it('walks from page to page of a project by clicks', async () => {
    const { page } = watched;
    const walk = new Walk(page);
    const project = made.project.name;
    await page.goto(`${mesh().url}/explore`);
    await page.getByRole('searchbox', { name: 'Find a project' }).fill(project);
    await walk.click(page.getByRole('main').getByRole('button', { name: 'Search' }), walk.link(project));
    await walk.click(walk.link(project), walk.heading(project));
    // Files come before texts and these before lists, as visitors do it.
    await walk.menu(project, 'Files', page.getByRole('table', { name: 'Files' }));
    await walk.click(walk.link(/^README\.md$/), page.getByText('hello'));
    await walk.menu(project, 'Milestones');
    await walk.click(walk.link('Winter'), walk.heading('Winter'));
    await walk.menu(project, 'Issues');
    await walk.click(walk.link('The shop is closed'), page.getByText('It opens on Monday.'));
    expect(await violationsOf(page)).toEqual([]);
    await walk.menu(project, 'Boards', walk.heading(/./));
    await walk.menu(project, 'Merge requests');
    await walk.click(walk.link('Open the shop'), walk.heading(/^Open the shop/));
    await walk.click(walk.link(/^Changes/), page.getByRole('table', { name: /^Changes of / }));
    await walk.menu(project, 'Labels');
    await walk.menu(project, 'Commits');
    await walk.menu(project, 'Issues');
    await walk.click(walk.link(`Name of ${owner.username}`), walk.heading(`Name of ${owner.username}`));
    expect([walk.problems, refused, watched.complaints]).toEqual([{}, [], []]);
  });

  it('prints the content of a page without what one clicks', async () => {
    const { page } = watched;
    await page.goBack();
    await page.getByRole('link', { name: 'The shop is closed' }).click();
    await page.getByText('It opens on Monday.').waitFor();
    await page.emulateMedia({ media: 'print' });
    const controls = page
      .getByRole('banner')
      .or(page.locator('nav, button, select, summary, form, .button, a[href="#content"]'))
      .filter({ visible: true });
    expect(await controls.evaluateAll((all) => all.map(({ outerHTML }) => outerHTML.slice(0, 120)))).toEqual([]);
    await page.getByText('It opens on Monday.').and(page.locator(':visible')).waitFor();
    await page.emulateMedia({ media: null });
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
