/** Titles that mark drafts, also called work in progress. */

/** Matches the prefix of such a title. */
export const DRAFT_PREFIX = '^\\s*(?:\\[WIP\\]\\s*|WIP:\\s*|WIP\\s+|\\[Draft\\]\\s*|\\(Draft\\)\\s*|Draft:\\s*)';
const prefixes = new RegExp(`(?:${DRAFT_PREFIX})+`.replace('^', ''), 'i');
const start = new RegExp(DRAFT_PREFIX, 'i');
const commitStart = /^\s*(?:(?:\[WIP\]|WIP:|WIP|\[Draft\]|\(Draft\)|Draft:)(?:\s|$)|(?:fixup|squash)!\s)/i;

/** Whether a title marks a draft. */
export function isDraft(title: string): boolean {
  return start.test(title);
}

/** Whether the title of a commit marks a draft, or is that of a fixup or squash commit. */
export function isDraftCommit(title: string): boolean {
  return commitStart.test(title);
}

/** The title without the mark. */
export function withoutDraftMark(title: string): string {
  return isDraft(title) ? title.replace(prefixes, '') : title;
}
