/** Lists refs by page: branches or any other folder below `refs/`. */
import { GitError } from '../errors';
import type { GitContext } from '../worker/context';
import { type Ref, isRefName, refStore } from './ref-store';
import { searchRefs } from './search';

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
  const repository = context.repository(input.repo);
  const matching = searchRefs(repository, refStore(repository).list(folder), { folder, search: input.search });
  const refs = pageOf(matching, input, input.descending);
  return {
    refs: refs.map((ref) => ({ ...ref, short_name: ref.name.slice(folder.length + 1) })),
    total: matching.length,
  };
}

/**
 * The requested page of a list, optionally in reverse order; without a limit, everything from
 * `skip` on.
 */
export function pageOf<T>(items: readonly T[], { skip = 0, limit = Infinity }: Page, isReversed = false): T[] {
  if (!isReversed) return items.slice(skip, skip + limit);
  const end = Math.max(items.length - skip, 0);
  return items.slice(Math.max(end - limit, 0), end).reverse();
}
