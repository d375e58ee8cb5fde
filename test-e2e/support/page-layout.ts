/**
 * What a page looks like as far as it can be measured: that it has its styles, fits the screen, and
 * that its texts are apart from each other. Rules of accessibility do not notice a page without its
 * stylesheet.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const script = readFileSync(join(__dirname, 'measure-layout.cjs'), 'utf8');

/** Returns what is wrong with the layout of the shown page, each with its element. */
export function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`${script}\nmeasureLayout()`);
}
