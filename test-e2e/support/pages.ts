/** The web pages in a browser: signing in, and what every page must fulfil. */
import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { english, startingWith, type Say } from './say';

// A browser may be slow on a busy machine.
const WAIT_TIMEOUT_MS = 60_000;
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** A page and the errors that it reported. */
export interface WatchedPage {
  page: Page;
  /** Errors of scripts, and content that the policy blocked. */
  complaints: string[];
}

/** Opens a page that records its errors. */
export async function watchPage(browser: BrowserContext): Promise<WatchedPage> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.setDefaultTimeout(WAIT_TIMEOUT_MS);
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (line) => {
    if (/content security|trusted|the page failed/i.test(line.text())) complaints.push(line.text());
  });
  return { page, complaints };
}

/** Signs in with a password in the form. */
export async function signInOn(
  page: Page,
  url: string,
  username: string,
  password: string,
  say: Say = english.say,
): Promise<void> {
  await page.goto(`${url}/users/sign_in`);
  await page.getByLabel(say('Username or email address')).fill(username);
  await page.getByLabel(say('Password')).fill(password);
  await page
    .locator('form')
    .getByRole('button', { name: say('Sign in') })
    .click();
  const [greeting = ''] = say('Hello, {0}').split('{0}');
  await page.getByRole('heading', { name: startingWith(greeting) }).waitFor();
}

/** Returns the rules of WCAG 2.1 AA that the shown page violates, with the elements. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const options = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] };
  const { violations } = await page.evaluate<AxeResults, typeof options>(
    (chosen) => (globalThis as unknown as { axe: { run(of: unknown): Promise<AxeResults> } }).axe.run(chosen),
    options,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
