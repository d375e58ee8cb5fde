/** The pages in other languages: no English is left, and the texts fit. */
import { createUser, mesh, type TestUser } from '@forgemesh/testing';
import type { BrowserContext } from 'playwright-core';
import { readCatalogue } from '../../support/catalogue';
import { findChromium, openBrowser } from '../../support/chromium';
import { createDemo, type Demo } from '../../support/demo';
import { layoutProblems } from '../../support/page-layout';
import { signInOn, watchPage, type WatchedPage } from '../../support/pages';

const password = 'a-long-password-1';
const found = findChromium();
const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };

/** Returns what a page says, but for the texts of users: texts, names and hints of elements. */
const shownTexts = `(() => {
  const own = 'code, pre, [class*=markdown], .mono, svg title, option, time, [lang]:not(html)';
  const texts = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    if (!parentElement.closest(own + ', script, style')) texts.add(data.trim());
  }
  for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder]'))
    for (const name of ['aria-label', 'title', 'placeholder'])
      if (!element.matches(own)) texts.add((element.getAttribute(name) ?? '').trim());
  return [...texts];
})()`;

(found ? describe : describe.skip)('languages of the pages in Chromium, if available', () => {
  let demo: Demo;
  let administrator: TestUser;
  let browser: BrowserContext;
  let watched: WatchedPage;

  beforeAll(async () => {
    demo = await createDemo();
    administrator = await createUser({ admin: true }, ['api', 'sudo']);
    browser = await openBrowser(found as NonNullable<typeof found>);
    watched = await watchPage(browser);
  });
  afterAll(() => browser?.close());

  /** Addresses that the owner of the project sees, and those of administrators. */
  const pagesOf = (): string[] => {
    const project = `/${demo.project.path_with_namespace}`;
    const group = `/groups/${demo.group.full_path}`;
    const ofProject = [
      '',
      '/-/tree/main',
      '/-/blob/main/src/beds.ts',
      '/-/edit/main/README.md',
      '/-/commits/main',
      '/-/network/main',
      '/-/graphs/main',
      '/-/branches',
      '/-/tags',
      '/-/releases',
      '/-/compare/main...main',
      '/-/issues',
      '/-/issues/new',
      '/-/issues/1',
      '/-/boards',
      '/-/labels',
      '/-/milestones',
      '/-/milestones/1',
      '/-/merge_requests',
      '/-/merge_requests/1',
      '/-/merge_requests/1/diffs',
      '/-/merge_requests/1/commits',
      '/-/merge_requests/new',
      '/-/pipelines',
      '/-/wikis/Sowing/Calendar',
      '/-/snippets',
      '/-/forks/new',
      '/-/project_members',
      '/edit',
      '/-/settings/repository',
      '/-/settings/merge_requests',
      '/-/hooks',
      '/-/settings/integrations',
      '/-/settings/ci_cd',
      '/-/audit_events',
    ];
    const ofGroup = [
      '',
      '/-/issues',
      '/-/merge_requests',
      '/-/epics',
      '/-/labels',
      '/-/milestones',
      '/-/boards',
      '/-/group_members',
      '/-/edit',
    ];
    const own = [
      '/',
      '/dashboard/todos',
      '/dashboard/issues',
      '/dashboard/merge_requests',
      '/dashboard/projects',
      '/explore',
      '/projects/new',
      '/groups/new',
      '/search?search=sun',
      '/-/profile',
      '/-/profile/account',
      '/-/profile/emails',
      '/-/profile/notifications',
      '/-/profile/password/edit',
      '/-/user_settings/ssh_keys',
      '/-/user_settings/gpg_keys',
      '/-/user_settings/personal_access_tokens',
      '/-/user_settings/active_sessions',
      '/-/profile/two_factor_auth',
      `/${demo.owner.username}`,
    ];
    return [...own, ...ofProject.map((page) => project + page), ...ofGroup.map((page) => group + page)];
  };
  const administration = [
    '/admin',
    '/admin/users',
    '/admin/projects',
    '/admin/groups',
    '/admin/storages',
    '/admin/settings',
    '/admin/appearance',
    '/admin/broadcast_messages',
    '/admin/hooks',
    '/admin/jobs',
    '/admin/deliveries',
    '/admin/dead_letters',
    '/admin/audit_events',
    '/admin/consumers',
    '/admin/services',
    '/admin/repository_checks',
    '/admin/replication',
    '/admin/license',
  ];

  /** The storage has this name. */
  const notTranslated: ReadonlySet<string> = new Set(['', 'default']);

  const catalogues = new Map(['de', 'ja'].map((language) => [language, readCatalogue(language)]));

  /**
   * Opens a page; returns texts of the catalogue that are shown in English, and layout problems.
   */
  async function problemsOf(address: string, language: string): Promise<string[]> {
    const { page } = watched;
    await page.goto(`${mesh().url}${address}`);
    await page.getByRole('main').getByRole('heading').first().waitFor();
    const loading = catalogues.get(language)?.get('Loading') ?? '';
    await page.getByLabel(loading, { exact: true }).filter({ visible: true }).first().waitFor({ state: 'hidden' });
    const texts = await page.evaluate<string[]>(shownTexts);
    const english = texts.filter((text) => {
      const translation = catalogues.get(language)?.get(text);
      return !notTranslated.has(text) && translation !== undefined && translation !== text;
    });
    await page.setViewportSize(NARROW);
    const layout = await layoutProblems(page);
    await page.setViewportSize(WIDE);
    return [...english, ...layout];
  }

  async function problemsOfAll(addresses: readonly string[], language: string): Promise<Record<string, string[]>> {
    const problems: Record<string, string[]> = {};
    for (const address of addresses) {
      const ofPage = await problemsOf(address, language);
      if (ofPage.length > 0) problems[address] = ofPage;
    }
    return problems;
  }

  async function signIn(user: TestUser, language: string): Promise<void> {
    const { page } = watched;
    await browser.clearCookies();
    await page.goto(`${mesh().url}/users/sign_in`);
    await page.evaluate('localStorage.clear()');
    await user.api.put('/user/preferences', { preferred_language: 'en' });
    await signInOn(page, mesh().url, user.username, password);
    await user.api.put('/user/preferences', { preferred_language: language });
    // The page notices the choice when it is loaded, and is loaded again in the language.
    await page.goto(`${mesh().url}/`);
    await page.locator(`html[lang=${language}]`).waitFor();
  }

  it.each([...catalogues.keys()])('%s: pages of projects, groups and the own account', async (language) => {
    await signIn(demo.owner, language);
    expect(await problemsOfAll(pagesOf(), language)).toEqual({});
    expect(watched.complaints).toEqual([]);
  });

  it('de: administration', async () => {
    await signIn(administrator, 'de');
    expect(await problemsOfAll(administration, 'de')).toEqual({});
  });
});
