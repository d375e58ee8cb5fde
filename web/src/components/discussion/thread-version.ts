/** Whether the line of a thread is in the shown version of the changes. */
import type { DiffEntry, Discussion } from '#api/types';
import { placeKey, placeOfRow } from '../diff/diff-place';
import { parseFile } from '../diff/parse-diff';
import type { DiffRefs } from './diff-discussions';
import { threadKey, type ThreadPlace } from './line-store';

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
  /** Reading all lines takes a while, and most merge requests have few threads at lines. */
  let lines: Set<string> | undefined;
  const sorted: SortedThreads = { shown: [], elsewhere: [], outdated: [] };
  for (const thread of threads) {
    const place: VersionedPlace | null | undefined = thread.notes[0]?.position;
    if (!place) continue;
    if (refs !== null && isOtherVersion(place, refs)) sorted.outdated.push(thread);
    else sorted[(lines ??= linesOf(files)).has(threadKey(place) ?? '') ? 'shown' : 'elsewhere'].push(thread);
  }
  return sorted;
}

/** The lines that the changes show. */
function linesOf(files: DiffEntry[]): Set<string> {
  const keys = files.flatMap((entry) => {
    const file = parseFile(entry);
    return file.rows.flatMap((row) => {
      const isLine = row.newLine !== undefined || row.oldLine !== undefined;
      return isLine ? [placeKey(placeOfRow(file, row))] : [];
    });
  });
  return new Set(keys);
}
