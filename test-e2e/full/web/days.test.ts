/**
 * A visitor, a developer and an administrator walk their day from page to page by clicks, in
 * English and in German: only the first address is typed. The areas come in different orders, so
 * that styles that a page has left behind or misses are found.
 */
import { createProject, createUser, mesh } from '@forgemesh/testing';
import type { BrowserContext } from 'playwright-core';
import { findChromium, openBrowser } from '../../support/chromium';
import { createDemo, type Demo } from '../../support/demo';
import { signInOn, watchPage, type WatchedPage } from '../../support/pages';
import { english, german, startingWith } from '../../support/say';
import { Walk } from '../../support/walk';

const password = 'a-long-password-1';
const found = findChromium();

/** More than the start page lists. */
const FURTHER_PROJECTS = 10;

/** The views in which the days are walked. */
const views = [
  { name: 'on a wide screen', width: 1440, height: 900, isReversed: false },
  { name: 'on a narrow screen, in the reverse order', width: 390, height: 844, isReversed: true },
] as const;

const [wide, narrow] = views;
/** German texts are longer, so that a narrow screen is what they may not fit. */
const languages = [
  { ...english, views: [wide, narrow] },
  { ...german, views: [narrow] },
];
const describeInLanguages = (found ? describe : describe.skip).each(languages);

type Area = (walk: Walk) => Promise<void>;

describeInLanguages('days in Chromium in $name, if available', ({ tag, say, views }) => {
  let demo: Demo;
  let browser: BrowserContext;
  let watched: WatchedPage;

  beforeAll(async () => {
    demo = await createDemo();
    for (let number = 0; number < FURTHER_PROJECTS; number++) await createProject(demo.owner.api);
    browser = await openBrowser(found as NonNullable<typeof found>, { language: tag });
    watched = await watchPage(browser);
    watched.page.on('dialog', (dialog) => void dialog.accept());
  });
  afterAll(() => browser?.close());

  const project = 'Planner';

  async function files(walk: Walk): Promise<void> {
    const { page } = walk;
    await walk.menu(project, say('Overview'), walk.heading(project));
    await walk.click(page.getByLabel(say('Clone'), { exact: true }), page.getByText(say('Clone over HTTP')));
    await page.keyboard.press('Escape');
    await walk.menu(project, say('Files'), page.getByRole('table', { name: say('Files') }));
    await walk.click(walk.link('src'), walk.link('beds.ts'));
    await walk.click(walk.link('beds.ts'), page.getByText('export function sortBeds'));
    await walk.click(walk.link(say('Blame')), page.getByText('export function sortBeds'));
    await walk.click(walk.link(say('History')), walk.heading(say('Commits')));
    await walk.click(walk.link('Sort beds by sun'), walk.heading('Sort beds by sun'));
    await walk.menu(project, say('Commits'));
    await walk.click(walk.link(say('Compare')), walk.heading(say('Compare')));
    await walk.menu(project, say('Branches'));
    await walk.menu(project, say('Tags'));
    await walk.click(walk.link('v1.0'), walk.heading('v1.0'));
    await walk.menu(project, say('Releases'));
    await walk.click(walk.link('First season'), walk.heading('First season'));
  }

  async function issues(walk: Walk): Promise<void> {
    const { page } = walk;
    await walk.menu(project, say('Issues'));
    // The filters take one row, on a narrow screen that of the search.
    const filters = await page.getByRole('main').getByRole('search').last().boundingBox();
    expect(filters?.height).toBeLessThan(80);
    await walk.click(walk.link('The tomatoes at the wall dry out'), page.getByText('Then sunrise it is.'));
    await walk.menu(project, say('Boards'), walk.heading('Development'));
    await walk.click(walk.link(/^Count the rain/), walk.heading(/^Count the rain/));
  }

  async function planning(walk: Walk): Promise<void> {
    await walk.menu(project, say('Milestones'));
    await walk.click(walk.link('Spring'), walk.heading('Spring'));
    await walk.menu(project, say('Labels'));
    await walk.menu(project, say('Wiki'), walk.heading('home'));
    await walk.click(walk.link('the calendar'), walk.heading('Calendar'));
    await walk.menu(project, say('Snippets'));
    await walk.click(walk.link('Litres of a week'), walk.heading('Litres of a week'));
  }

  async function requests(walk: Walk): Promise<void> {
    const { page } = walk;
    await walk.menu(project, say('Merge requests'));
    await walk.click(walk.link('Use less water at sunrise'), page.getByText('Is this enough for July?'));
    const tab = (name: string) =>
      page
        .getByRole('navigation', { name: say('Merge request'), exact: true })
        .getByRole('link', { name: startingWith(name) });
    await walk.click(tab(say('Changes')), page.getByRole('table', { name: say('Changes of src/water.ts') }));
    await walk.click(tab(say('Commits')), walk.link('Use less water'));
    await walk.click(tab(say('Pipelines')), walk.heading(/Use less water/));
  }

  async function group(walk: Walk): Promise<void> {
    const { page } = walk;
    await walk.menu(project, say('Overview'), walk.heading(project));
    await walk.click(
      page.getByRole('navigation', { name: say('Breadcrumbs') }).getByRole('link', { name: 'Garden' }),
      walk.heading('Garden'),
    );
    for (const entry of ['Issues', 'Merge requests', 'Milestones', 'Labels', 'Members'])
      await walk.menu('Garden', say(entry));
    await walk.menu('Garden', say('Epics'));
    await walk.click(walk.link('A garden without a hose'), walk.link('The tomatoes at the wall dry out'));
    // Labels of projects have their colours in pages of groups, too.
    expect(await page.getByRole('main').locator('.label-chip circle').count()).toBe(2);
    await walk.menu('Garden', say('Overview'), walk.heading('Garden'));
    await walk.click(walk.link(project), walk.heading(project));
  }

  async function writing(walk: Walk): Promise<void> {
    const { page } = walk;
    await walk.menu(project, say('Issues'));
    await walk.click(walk.link(say('New issue')), page.getByRole('textbox', { name: say('Title') }));
    await walk.menu(project, say('Milestones'));
    await walk.click(walk.link(say('New milestone')), walk.heading(say('New milestone')));
    await walk.menu(project, say('Files'), page.getByRole('table', { name: say('Files') }));
    await walk.click(walk.link(/^README\.md$/), page.getByRole('heading', { name: 'Start' }));
    await walk.click(walk.link(say('Edit')), page.getByRole('textbox', { name: say('Content') }));
    await walk.menu(project, say('Wiki'), walk.heading('home'));
    await walk.click(walk.link(say('Edit')), page.getByRole('textbox', { name: say('Content') }));
    await walk.menu(project, say('Snippets'));
    await walk.menu(project, say('Merge requests'));
    await walk.click(walk.link('Use less water at sunrise'), page.getByText('Is this enough for July?'));
    await page
      .getByRole('button', { name: say('Reply') })
      .first()
      .click();
    await walk.check(page.getByRole('textbox', { name: say('Reply') }));
  }

  async function settings(walk: Walk): Promise<void> {
    const { page } = walk;
    const tabs = page.getByRole('navigation', { name: say('Settings'), exact: true });
    await walk.menu(project, say('Settings'), walk.heading(say('General settings')));
    for (const [tab, heading] of [
      ['Repository', 'Repository settings'],
      ['Merge requests', 'Settings of merge requests'],
      ['Webhooks', 'Webhooks'],
      ['Integrations', 'Integrations'],
      ['Pipelines', 'Settings of pipelines'],
      ['Audit events', 'Audit events'],
    ] as const)
      await walk.click(tabs.getByRole('link', { name: say(tab) }), walk.heading(say(heading)));
    await walk.menu(project, say('Members'));
  }

  async function account(walk: Walk): Promise<void> {
    const { page } = walk;
    const open = async (name: string, heading: string): Promise<void> => {
      await page.getByLabel(say('Your account')).click();
      await walk.click(
        page.getByRole('banner').getByRole('link', { name: say(name), exact: true }),
        walk.heading(say(heading)),
      );
    };
    await open('Your projects', 'Your projects');
    await walk.click(walk.link(say('Starred')), walk.heading(say('Starred projects')));
    await open('Your groups', 'Your groups');
    await open('To-do list', 'To-do list');
    await open('Assigned issues', 'Your issues');
    await open('Your snippets', 'Your snippets');
    await open('Settings', 'Profile');
    const tabs = page.getByRole('navigation', { name: say('Your settings') });
    for (const tab of [
      'Password',
      'Two-factor authentication',
      'Email addresses',
      'Notifications',
      'SSH keys',
      'GPG keys',
      'Sign-ins',
      'Account',
    ])
      await walk.click(tabs.getByRole('link', { name: say(tab), exact: true }), walk.heading(say(tab)));
    await walk.click(
      page.getByRole('link', { name: say('Forgemesh, start page') }),
      walk.heading(say('Hello, Ada Lovelace')),
    );
    await walk.click(walk.link(say(`All ${FURTHER_PROJECTS + 1} projects`)), walk.heading(say('Your projects')));
    await page.getByRole('searchbox', { name: say('Find a project') }).fill(project);
    await page.keyboard.press('Enter');
    await walk.click(walk.link(/Garden \/ Planner/), walk.heading(project));
  }

  async function administration(walk: Walk): Promise<void> {
    const { page } = walk;
    await page.getByLabel(say('Your account')).click();
    await walk.click(
      page.getByRole('banner').getByRole('link', { name: say('Administration') }),
      walk.heading(say('Administration')),
    );
    const tabs = page.getByRole('navigation', { name: say('Administration') }).getByRole('link');
    for (let index = 1; index < (await tabs.count()); index++)
      await walk.click(tabs.nth(index), page.locator('[aria-current="page"]').and(tabs.nth(index)));
  }

  /** Opens the first page, and finds the project from there by clicks. */
  async function start(walk: Walk): Promise<void> {
    const { page } = walk;
    await page.goto(`${mesh().url}/explore`);
    await walk.check(walk.heading(say('Explore')));
    await walk.click(walk.link(say('Groups')), page.getByRole('searchbox', { name: say('Find a group') }));
    await page.getByRole('searchbox', { name: say('Find a group') }).fill(demo.group.full_path);
    await page.keyboard.press('Enter');
    await walk.click(walk.link('Garden'), walk.heading('Garden'));
    await walk.click(walk.link(project), walk.heading(project));
  }

  async function walkAreas(areas: readonly Area[], view: (typeof views)[number]): Promise<void> {
    const { page, complaints } = watched;
    await page.setViewportSize({ width: view.width, height: view.height });
    const walk = new Walk(page, { checksRules: true, say });
    await start(walk);
    for (const area of view.isReversed ? [...areas].reverse() : areas) await area(walk);
    expect(walk.problems).toEqual({});
    expect(complaints).toEqual([]);
  }

  it.each(views)('a visitor $name', (view) => walkAreas([files, issues, planning, requests, group], view));

  it.each(views)('a developer $name', async (view) => {
    await signIn(demo.owner.username);
    await walkAreas([files, writing, issues, settings, requests, planning, account, group], view);
  });

  it.each(views)('an administrator $name', async (view) => {
    const administrator = await createUser({ admin: true }, ['api', 'sudo']);
    await signIn(administrator.username);
    await walkAreas([administration], view);
  });

  async function signIn(username: string): Promise<void> {
    await watched.page.goto(mesh().url);
    await watched.page.evaluate('localStorage.clear()');
    await browser.clearCookies();
    await signInOn(watched.page, mesh().url, username, password, say);
  }
});
