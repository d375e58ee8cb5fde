/**
 * Pages look as they did: pictures are compared with those in `pictures/`. After an intended
 * change, FORGE_RENEW_PICTURES=1 keeps new ones, which should be looked at, and those of the
 * README.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUser, mesh } from '@forgemesh/testing';
import type { BrowserContext, Locator } from 'playwright-core';
import { renewsPictures } from '../../config';
import { findChromium, openBrowser } from '../../support/chromium';
import { createDemo, type Demo } from '../../support/demo';
import { pictureFonts } from '../../support/fonts';
import { comparePicture, partThatDiffers, takePicture } from '../../support/kept-pictures';
import { layoutProblems } from '../../support/page-layout';
import { signInOn, watchPage, type WatchedPage } from '../../support/pages';

const password = 'a-long-password-1';
const found = findChromium();
const README_FOLDER = join(__dirname, '../../../docs/images');

/** Pictures of the README by those that are compared. */
const ofReadme: Readonly<Record<string, string>> = {
  'project-wide-light': 'web-project',
  'changes-wide-light': 'web-changes',
  'board-wide-light': 'web-board',
};

interface Screen {
  width: number;
  height: number;
}

const WIDE: Screen = { width: 1440, height: 900 };
const NARROW: Screen = { width: 390, height: 844 };

/** A page with what shows that it is complete. */
interface Pictured {
  name: string;
  address: () => string;
  shown: () => Locator;
  /** Further views beside the wide, bright one. */
  views?: readonly ('wide-dark' | 'narrow-light' | 'narrow-dark')[];
}

(found ? describe : describe.skip)('pictures of pages in Chromium, if available', () => {
  let demo: Demo;
  let browser: BrowserContext;
  let watched: WatchedPage;

  beforeAll(async () => {
    demo = await createDemo();
    browser = await openBrowser(found as NonNullable<typeof found>, { more: pictureFonts() });
    watched = await watchPage(browser);
    await watched.page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  });
  afterAll(() => browser?.close());

  const at = (path: string): string => `/${demo.project.path_with_namespace}${path}`;
  const main = (): Locator => watched.page.getByRole('main');
  const text = (content: string): Locator => main().getByText(content).first();

  const publicPages: Pictured[] = [
    {
      name: 'sign-in',
      address: () => '/users/sign_in',
      shown: () => main().getByLabel('Password'),
      views: ['narrow-dark'],
    },
  ];

  const pages: Pictured[] = [
    {
      name: 'project',
      address: () => at(''),
      shown: () => text('Beds are numbered'),
      views: ['wide-dark', 'narrow-light'],
    },
    {
      name: 'file',
      address: () => at('/-/blob/main/src/beds.ts'),
      shown: () => main().locator('.hljs-keyword').first(),
      views: ['narrow-dark'],
    },
    {
      name: 'issues',
      address: () => at('/-/issues'),
      shown: () => text('Show the beds on a map'),
      views: ['narrow-light'],
    },
    {
      name: 'issue',
      address: () => at('/-/issues/1'),
      shown: () => text('Then sunrise it is.'),
      views: ['wide-dark', 'narrow-light'],
    },
    {
      name: 'board',
      address: () => at('/-/boards'),
      shown: () => text('Import the plan of last year'),
      views: ['narrow-dark'],
    },
    { name: 'milestone', address: () => at('/-/milestones/1'), shown: () => text('The calendar starts on Sunday') },
    {
      name: 'merge-request',
      address: () => at('/-/merge_requests/1'),
      shown: () => text('Is this enough for July?'),
      views: ['narrow-dark'],
    },
    {
      name: 'changes',
      address: () => at('/-/merge_requests/1/diffs'),
      shown: () => text('Is this enough for July?'),
      views: ['wide-dark', 'narrow-light'],
    },
    { name: 'wiki', address: () => at('/-/wikis/Sowing/Calendar'), shown: () => text('peas') },
    {
      name: 'search',
      address: () => `/search?scope=blobs&search=sun&project=${encodeURIComponent(demo.project.path_with_namespace)}`,
      shown: () => text('src/sun.ts'),
    },
    {
      name: 'settings',
      address: () => at('/edit'),
      shown: () => text('Visibility and features'),
      views: ['narrow-light'],
    },
  ];

  const administration: Pictured[] = [
    {
      name: 'administration',
      address: () => '/admin/appearance',
      shown: () => text('Name of the instance'),
      views: ['narrow-dark'],
    },
  ];

  async function show({ address, shown }: Pictured): Promise<void> {
    const { page } = watched;
    await page.goto(`${mesh().url}${address()}`);
    await shown().waitFor();
    await page.getByLabel('Loading', { exact: true }).filter({ visible: true }).first().waitFor({ state: 'hidden' });
  }

  /** Compares all views of a page; returns the parts that differ by the name of the picture. */
  async function compare(pictured: Pictured): Promise<Record<string, number>> {
    const { page } = watched;
    const differences: Record<string, number> = {};
    for (const view of ['wide-light', ...(pictured.views ?? [])]) {
      const isDark = view.endsWith('dark');
      await page.setViewportSize(view.startsWith('wide') ? WIDE : NARROW);
      await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
      await show(pictured);
      const name = `${pictured.name}-${view}`;
      const taken = await takePicture(page);
      const readmeName = ofReadme[name];
      if (renewsPictures && readmeName !== undefined) writeFileSync(join(README_FOLDER, `${readmeName}.png`), taken);
      const part = await comparePicture(name, taken);
      if (part !== undefined) differences[name] = part;
    }
    return differences;
  }

  it.each(publicPages)('$name', async (pictured) => expect(await compare(pictured)).toEqual({}));

  it('the owner of the project signs in', () => signInOn(watched.page, mesh().url, demo.owner.username, password));

  it.each(pages)('$name', async (pictured) => expect(await compare(pictured)).toEqual({}));

  it('a page without its stylesheet is noticed', async () => {
    const { page } = watched;
    await page.setViewportSize(WIDE);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.route('**/*.css', (route) => route.abort());
    await show(pages[0] as Pictured);
    const problems = await layoutProblems(page);
    expect(problems).toContainEqual(expect.stringContaining('the header has no style'));
    expect(problems).toContainEqual(expect.stringContaining('texts touch'));
    expect(await partThatDiffers('project-wide-light', await takePicture(page))).toBeGreaterThan(0.1);
    await page.unroute('**/*.css');
  });

  it.each(administration)('$name', async (pictured) => {
    const administrator = await createUser({ admin: true, name: 'Alan Turing' }, ['api', 'sudo']);
    await browser.clearCookies();
    await watched.page.evaluate('localStorage.clear()');
    await signInOn(watched.page, mesh().url, administrator.username, password);
    expect(await compare(pictured)).toEqual({});
  });
});
