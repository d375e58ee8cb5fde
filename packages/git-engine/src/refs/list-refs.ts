/** Lists refs by page: branches or any other folder below `refs/`. */
import { GitError } from '../errors';
import type { GitContext } from '../worker/context';
import { type Ref, isRefName, refStore } from './ref-store';
import { matchesSearch } from './search';

export interface Page {
  skip?: number;
  limit?: number;
}

export interface ListRefsInput extends Page {
  repo: string;
  /** Ref folder, e.g. `refs/heads` (default) or `refs/tags`. */
  folder?: string;
  /**
   * Case-insensitive part of the name below the folder; a leading `^` and a trailing `$` anchor it.
   */
  search?: string;
  /** Default: ascending by name. */
  descending?: boolean;
}

export interface NamedRef extends Ref {
  /** Name below the folder: `main` for `refs/heads/main`. */
  short_name: string;
}

export interface RefPage {
  refs: NamedRef[];
  total: number;
}

/**
 * A page of refs, sorted by name, and their total number. Errors: `invalid_ref` for a folder
 * outside `refs/`.
 */
export async function listRefs(context: GitContext, input: ListRefsInput): Promise<RefPage> {
  const folder = input.folder ?? 'refs/heads';
  if (!isRefName(`${folder}/x`)) throw new GitError('invalid_ref', 'not a folder of refs');
  const all = refStore(context.repository(input.repo)).list(folder);
  const matching = input.search
    ? all.filter((ref) => matchesSearch(ref.name.slice(folder.length + 1), input.search!))
    : all;
  const refs = pageOf(input.descending === true ? matching.toReversed() : matching, input);
  return {
    refs: refs.map((ref) => ({ ...ref, short_name: ref.name.slice(folder.length + 1) })),
    total: matching.length,
  };
}

/** The requested page of a list; without a limit, everything from `skip` on. */
export function pageOf<T>(items: readonly T[], page: Page): T[] {
  const skip = page.skip ?? 0;
  return items.slice(skip, page.limit === undefined ? undefined : skip + page.limit);
}
