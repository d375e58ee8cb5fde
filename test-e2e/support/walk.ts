/** People walk from page to page by clicks; each page is checked when it is shown. */
import type { Locator, Page } from 'playwright-core';
import { layoutProblems } from './page-layout';
import { violationsOf } from './pages';
import { english, type Say } from './say';

/** What was wrong with the pages of a walk, by step. */
export type WalkProblems = Record<string, string[]>;

interface WalkOptions {
  /** Whether rules of accessibility are checked in both themes, which takes a second per page. */
  checksRules?: boolean;
  /** The language of the pages; without it English. */
  say?: Say;
}

/** A walk of a person. */
export class Walk {
  /** Problems of the pages so far. */
  readonly problems: WalkProblems = {};

  constructor(
    readonly page: Page,
    private readonly options: WalkOptions = {},
  ) {}

  /** Clicks, waits for what the page is opened for, and checks the page. */
  async click(target: Locator, shown: Locator): Promise<void> {
    await target.click();
    await this.check(shown);
  }

  /** Opens a page by the menu of the project or group, and checks it. */
  async menu(owner: string, entry: string | RegExp, shown = this.heading(entry)): Promise<void> {
    const menu = this.page.getByRole('navigation', { name: owner, exact: true });
    const name = typeof entry === 'string' ? new RegExp(`^${entry}( ?\\d+)?$`) : entry;
    await this.click(menu.getByRole('link', { name }), shown);
  }

  /** The first heading of a page. */
  heading(name: string | RegExp): Locator {
    return this.page.getByRole('main').getByRole('heading', { level: 1, name });
  }

  /** A link in the content of the page. */
  link(name: string | RegExp): Locator {
    return this.page.getByRole('main').getByRole('link', { name }).first();
  }

  /** Waits for what the page is opened for, and checks the page. */
  async check(shown: Locator): Promise<void> {
    const { page } = this;
    await shown.first().waitFor();
    const loading = (this.options.say ?? english.say)('Loading');
    await page.getByLabel(loading, { exact: true }).filter({ visible: true }).first().waitFor({ state: 'hidden' });
    // What was waited for may have been on the page before.
    await this.heading(/./).first().waitFor();
    const found = await layoutProblems(page);
    if (this.options.checksRules) {
      found.push(...(await violationsOf(page)));
      await page.emulateMedia({ colorScheme: 'dark' });
      found.push(...(await violationsOf(page)).map((violation) => `in the dark theme, ${violation}`));
      await page.emulateMedia({ colorScheme: 'light' });
    }
    if (found.length > 0)
      this.problems[`${new URL(page.url()).pathname} (${Object.keys(this.problems).length})`] = found;
  }
}
