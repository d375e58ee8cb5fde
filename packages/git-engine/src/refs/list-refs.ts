/** Refs by page: branches and whatever else lives under one folder of `refs/`. */
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
  /** Folder of refs, e.g. `refs/heads` (default) or `refs/tags`. */
  folder?: string;
  /**
   * Case-insensitive part of the name below the folder; `^` at its start and `$` at its end bind it
   * there.
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
 * A page of refs, sorted by name, and how many there are; `invalid_ref` for a folder outside
 * `refs/`.
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

/** The part of a list that a page asks for; without a limit all from `skip` on. */
export function pageOf<T>(items: readonly T[], page: Page): T[] {
  const skip = page.skip ?? 0;
  return items.slice(skip, page.limit === undefined ? undefined : skip + page.limit);
}
