/** Whether the line of a thread is in the shown version of the changes. */
import type { DiffEntry, Discussion } from '#api/types';
import { parseFile } from '../diff/parse-diff';
import type { DiffRefs, ThreadPlace } from './diff-discussions';

/** Threads by what the page can show of their lines. */
export interface SortedThreads {
  /** Their lines are among the changes. */
  shown: Discussion[];
  /** They are on this version, but the changes do not have their lines. */
  elsewhere: Discussion[];
  /** They were started on another version. */
  outdated: Discussion[];
}

type VersionedPlace = ThreadPlace & DiffRefs;

/**
 * Whether a thread was started on another version of the changes. A version has three commits: a
 * rebase may keep the head, and a new target branch changes the base alone.
 */
export function isOtherVersion(place: DiffRefs, refs: DiffRefs): boolean {
  return place.base_sha !== refs.base_sha || place.start_sha !== refs.start_sha || place.head_sha !== refs.head_sha;
}

/** Sorts threads that were started on lines. Without `refs` there is no version to compare with. */
export function sortThreads(threads: readonly Discussion[], refs: DiffRefs | null, files: DiffEntry[]): SortedThreads {
  const lines = linesOf(files);
  const sorted: SortedThreads = { shown: [], elsewhere: [], outdated: [] };
  for (const thread of threads) {
    const place: VersionedPlace | null | undefined = thread.notes[0]?.position;
    if (!place) continue;
    if (refs !== null && isOtherVersion(place, refs)) sorted.outdated.push(thread);
    else sorted[lines.has(keyOf(place)) ? 'shown' : 'elsewhere'].push(thread);
  }
  return sorted;
}

/** The lines that the changes show. Removed lines have no new number. */
function linesOf(files: DiffEntry[]): Set<string> {
  const keys = files.flatMap((entry) =>
    parseFile(entry).rows.flatMap(({ oldLine, newLine }) => {
      if (newLine !== undefined) return [`${entry.new_path}\0new\0${newLine}`];
      return oldLine === undefined ? [] : [`${entry.old_path}\0old\0${oldLine}`];
    }),
  );
  return new Set(keys);
}

function keyOf({ old_path: oldPath, new_path: newPath, old_line: oldLine, new_line: newLine }: ThreadPlace): string {
  return newLine === null ? `${oldPath ?? newPath}\0old\0${oldLine}` : `${newPath ?? oldPath}\0new\0${newLine}`;
}
