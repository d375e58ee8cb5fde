/** Titles that say that work is in progress. */

/** What such a title begins with. */
export const WIP_PREFIX = '^\\s*(?:\\[WIP\\]\\s*|WIP:\\s*|WIP\\s+)';
const prefixes = new RegExp(`(?:${WIP_PREFIX})+`.replace('^', ''), 'i');
const start = new RegExp(WIP_PREFIX, 'i');

/** Whether a title says so. */
export function isWip(title: string): boolean {
  return start.test(title);
}

/** Whether the title of a commit says so, or that the commit is to become a part of another one. */
export function isWipCommit(title: string): boolean {
  return /^\s*(?:(?:\[WIP\]|WIP:|WIP)(?:\s|$)|(?:fixup|squash)!\s)/i.test(title);
}

/** The title without the marks. */
export function withoutWip(title: string): string {
  return isWip(title) ? title.replace(prefixes, '') : title;
}
