/**
 * Who changed the branches of a merge request, as far as it is remembered: changes of refs are kept
 * for a day.
 */
import { zeroId, isGitError } from '@forgemesh/git-engine';
import type { RefChangeDocument } from '../../refs/ref-changes/ref-change.model';
import type { Repositories } from '../../deps';
import type { NearSide, Side } from './merge-side';

/** So many changes are followed back. */
const MAX_WAY = 100;

/** The user who brought a branch to its tip, or removed it. */
export async function lastMover(deps: Repositories, side: Side, tip: string | null): Promise<number | undefined> {
  return (await changeTo(deps, side, tip ?? zeroId))?.user_id ?? undefined;
}

/** The user whose change of a branch brought a commit in. */
export async function whoBrought(
  deps: Repositories,
  side: NearSide,
  { head, tip }: { head: string; tip: string },
): Promise<number | undefined> {
  const { repo } = side.location;
  let change = await changeTo(deps, side, tip);
  for (let step = 0; change && step < MAX_WAY; step++) {
    const { before }: RefChangeDocument = change;
    if (before === zeroId || !(await isIn(deps, repo, head, before))) break;
    change = await changeTo(deps, side, before);
  }
  return change?.user_id ?? undefined;
}

/** Whether a commit is another one or behind it; false where either is gone. */
export async function isIn(
  { git }: Repositories,
  repo: string,
  ancestor: string,
  descendant: string,
): Promise<boolean> {
  try {
    return (await git.isAncestor({ repo, ancestor, descendant })).is_ancestor;
  } catch (error) {
    if (isGitError(error, 'object_not_found')) return false;
    throw error;
  }
}

/** The last change that brought a ref to an id. */
async function changeTo(
  { refChanges }: Repositories,
  { location: { project_id }, ref }: Side,
  after: string,
): Promise<RefChangeDocument | undefined> {
  const changes = await refChanges.model.find({ project_id, ref, after, kind: 'project' }).lean<RefChangeDocument[]>();
  return changes.sort((one, other) => other.created_at.getTime() - one.created_at.getTime())[0];
}
