/** Moves the focus in the list of a page by keyboard; Enter opens the entry. */

/** Entries of the lists of a page. */
const ENTRIES = '#content ul.list > li';

/** Focuses the title of the next (1) or previous (-1) entry. */
export function moveInList(step: 1 | -1): void {
  const entries = [...document.querySelectorAll<HTMLElement>(ENTRIES)].filter((entry) => titleOf(entry) !== null);
  const current = entries.findIndex((entry) => entry.contains(document.activeElement));
  const next = entries[current === -1 ? (step === 1 ? 0 : entries.length - 1) : current + step];
  const title = next && titleOf(next);
  title?.focus();
  title?.scrollIntoView({ block: 'nearest' });
}

function titleOf(entry: Element): HTMLElement | null {
  return entry.querySelector<HTMLElement>('a[href]');
}
