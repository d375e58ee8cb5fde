/**
 * Finds the users who changed the branches of a merge request. The entries of the ref log are
 * stored for two weeks.
 */
import { zeroId, isGitError } from '@forgemesh/git-engine';
import type { LoggedRef, RefLogEntry } from '#refs/ref-log';
import type { LocalSide, Side } from './merge-side';
import type { MergesDeps } from './deps';

type Deps = Pick<MergesDeps, 'git' | 'refLog'>;

/** Maximum number of ref changes followed back. */
const MAX_STEPS = 100;

/** The user who pushed the tip of a branch, or deleted the branch. */
export async function findLastPusher(deps: Deps, side: Side, tip: string | null): Promise<number | undefined> {
  return (await changeTo(deps, side, tip ?? zeroId))?.user_id ?? undefined;
}

/** The user whose push added a commit to a branch. */
export async function findPusherOfCommit(
  deps: Deps,
  side: LocalSide,
  { head, tip }: { head: string; tip: string },
): Promise<number | undefined> {
  const { repo } = side.location;
  let change = await changeTo(deps, side, tip);
  for (let step = 0; change && step < MAX_STEPS; step++) {
    const { before }: LoggedRef = change;
    if (before === zeroId || !(await isReachable(deps, repo, head, before))) break;
    change = await changeTo(deps, side, before);
  }
  return change?.user_id ?? undefined;
}

/**
 * Whether a commit is an ancestor of another, or the same; false when one of them does not exist.
 */
export async function isReachable({ git }: Deps, repo: string, ancestor: string, descendant: string): Promise<boolean> {
  try {
    return (await git.isAncestor({ repo, ancestor, descendant })).is_ancestor;
  } catch (error) {
    if (isGitError(error, 'object_not_found')) return false;
    throw error;
  }
}

/** The latest change of a ref to the given id. */
async function changeTo(
  { refLog }: Deps,
  { location: { project_id }, ref }: Side,
  after: string,
): Promise<(LoggedRef & Pick<RefLogEntry, 'user_id'>) | undefined> {
  const entry = await refLog.model
    .findOne({ project_id, kind: 'project', refs: { $elemMatch: { ref, after } }, refused: { $exists: false } })
    .sort({ seq: -1 })
    .lean();
  const change = entry?.refs.find((one) => one.ref === ref && one.after === after);
  return entry && change ? { ...change, user_id: entry.user_id } : undefined;
}
