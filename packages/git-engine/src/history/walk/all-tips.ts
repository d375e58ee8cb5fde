/** The commits that branches and tags point at. */
import { peelToCommit } from '../../objects/tag';
import type { Repository } from '../../worker/repository';
import { cachedCommit } from '../../objects/commit';
import { type Ref, refStore } from '../../refs/ref-store';

/** Distinct commit ids of all branches and tags; refs to other objects are left out. */
export async function allTips(repository: Repository): Promise<string[]> {
  const refs = refStore(repository);
  const groups = await Promise.all(
    ['refs/heads', 'refs/tags'].map((folder) => commitsOf(repository, refs.list(folder))),
  );
  return [...new Set(groups.flat())];
}

async function commitsOf(repository: Repository, refs: readonly Ref[]): Promise<string[]> {
  return (await tipsOf(repository, refs)).filter((id) => id !== undefined);
}

/**
 * The commits that the refs of a listing lead to, in its order; undefined for other objects. Cached
 * as long as the listing.
 */
export async function tipsOf(repository: Repository, refs: readonly Ref[]): Promise<readonly (string | undefined)[]> {
  const cached = repository.slot(
    'commits of refs',
    () => new WeakMap<readonly Ref[], readonly (string | undefined)[]>(),
  );
  const found = cached.get(refs);
  if (found !== undefined) return found;
  const tips = await Promise.all(refs.map((ref) => commitOf(repository, ref)));
  cached.set(refs, tips);
  return tips;
}

async function commitOf(repository: Repository, ref: Ref): Promise<string | undefined> {
  return cachedCommit(repository, ref.id) === undefined ? await peelToCommit(repository, ref.id) : ref.id;
}
