/** Which of the changed files are shown: all, or that of the address. */

/** Addresses with this fragment name a comment, which may be in any file. */
const COMMENT = /^#note_\d+$/;

/**
 * Returns the index of the only file that is shown; undefined for all. `anchors` are the ids of the
 * files, `fragment` is that of the address, with `#`.
 */
export function shownFile(anchors: readonly string[], fragment: string, isOneShown: boolean): number | undefined {
  if (!isOneShown || COMMENT.test(fragment)) return undefined;
  return Math.max(0, anchors.indexOf(fragment.slice(1)));
}
