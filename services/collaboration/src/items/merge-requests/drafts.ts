/** Titles that mark work in progress. */

/** Matches the prefix of such a title. */
export const WIP_PREFIX = '^\\s*(?:\\[WIP\\]\\s*|WIP:\\s*|WIP\\s+)';
const prefixes = new RegExp(`(?:${WIP_PREFIX})+`.replace('^', ''), 'i');
const start = new RegExp(WIP_PREFIX, 'i');

/** Whether a title is marked as work in progress. */
export function isWip(title: string): boolean {
  return start.test(title);
}

/** Whether the title of a commit marks work in progress, or is that of a fixup or squash commit. */
export function isWipCommit(title: string): boolean {
  return /^\s*(?:(?:\[WIP\]|WIP:|WIP)(?:\s|$)|(?:fixup|squash)!\s)/i.test(title);
}

/** The title without the mark. */
export function withoutWip(title: string): string {
  return isWip(title) ? title.replace(prefixes, '') : title;
}
