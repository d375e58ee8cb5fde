/**
 * Views of pages that people look at after a run: each page is kept as pictures in
 * `test-results/web`, wide and dark, narrow and bright.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { violationsOf } from './pages';

const FOLDER = join(__dirname, '../../test-results/web');

const WIDE = { width: 1280, height: 860 };
const NARROW = { width: 360, height: 740 };

/** What is wrong with a page that is shown. */
export interface PageProblems {
  /** Rules of accessibility that it violates, in any of its views. */
  violations: string[];
  /** Pixels by which it is wider than a narrow screen. */
  overflow: number;
}

/** Nothing is wrong. */
export const noProblems: PageProblems = { violations: [], overflow: 0 };

/** Keeps pictures of the shown page and returns its problems. Afterwards it is wide and bright. */
export async function inspectView(page: Page, name: string): Promise<PageProblems> {
  mkdirSync(FOLDER, { recursive: true });
  const keep = (view: string) => page.screenshot({ path: join(FOLDER, `${name}-${view}.png`), fullPage: true });
  try {
    const bright = await violationsOf(page);
    await page.setViewportSize(WIDE);
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await violationsOf(page);
    await keep('1280-dark');
    await page.setViewportSize(NARROW);
    await page.emulateMedia({ colorScheme: 'light' });
    await keep('360-light');
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    return { violations: [...new Set([...bright, ...dark])], overflow };
  } finally {
    await page.setViewportSize(WIDE);
    await page.emulateMedia({ colorScheme: 'light' });
  }
}
