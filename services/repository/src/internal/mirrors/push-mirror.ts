import { internalOperation, type Call } from '@forgemesh/rpc';
import { MirrorServiceDefinition, type PushMirrorRequest } from '@forgemesh/proto/repository/v1/mirror';
import { BRANCHES, isGitError, zeroId, type RefUpdate } from '@forgemesh/git-engine';
import { byName, describeRefs, localRefs, openRemote, refFilter, runTransfer } from '#storage/mirrors';
import type { InternalMirrorsDeps } from './deps';

/** Refs are passed as arguments of git, whose total length is limited. */
const BATCH = 200;

/** Updates branches and tags of another repository, and deletes those that do not exist here. */
export const pushMirror = internalOperation(
  MirrorServiceDefinition.pushMirror,
  async (request, { deps, signal }: Call<InternalMirrorsDeps>) =>
    runTransfer(async () => {
      const { repo } = deps.storages.locate(request.project_id, request.storage);
      const remote = await openRemote(deps, request.url);
      // A repository without branches is new or damaged; in both cases its mirror must not be
      // emptied.
      if (!(await deps.git.getHead({ repo })).has_branches) return { error: '', changed_refs_count: 0 };
      const remoteRequest = { repo, remote, with_head: false };
      const { refs } = await deps.transportGit.listRemoteRefs(remoteRequest, { timeoutMs: 0, signal });
      const { updates, diverged } = await planPush(deps, request, byName(refs));
      const push: Push = async (some) =>
        (await deps.transportGit.pushRemote({ repo, remote, updates: some }, { timeoutMs: 0, signal })).refused;
      const refused: string[] = [];
      for (const batch of batchesOf(updates, !refs.some(({ ref }) => ref.startsWith(BRANCHES))))
        refused.push(...(await pushSeparately(push, batch)));
      const errors = [
        describeRefs('Some refs have diverged and were not updated on the remote repository', diverged),
        describeRefs('The remote repository refused some refs', refused),
      ];
      return { error: errors.filter(Boolean).join('. '), changed_refs_count: updates.length - refused.length };
    }),
);

/** Pushes some refs and returns those that were rejected. */
type Push = (updates: RefUpdate[]) => Promise<string[]>;

/**
 * Many remotes make the first branch that they receive their default branch, so this repository's
 * default branch is pushed separately first.
 */
function batchesOf(updates: readonly RefUpdate[], isEmpty: boolean): RefUpdate[][] {
  const batches = isEmpty ? [updates.slice(0, 1)] : [];
  for (let at = isEmpty ? 1 : 0; at < updates.length; at += BATCH) batches.push(updates.slice(at, at + BATCH));
  return batches.filter(({ length }) => length > 0);
}

/**
 * A remote may reject many refs because of one: rejected refs are retried in halves until the
 * culprits are known.
 */
async function pushSeparately(push: Push, updates: RefUpdate[]): Promise<string[]> {
  const refused = await push(updates);
  if (refused.length === 0 || updates.length === 1) return refused;
  const remaining = updates.filter(({ ref }) => refused.includes(ref));
  const middle = Math.ceil(remaining.length / 2);
  const halves = [remaining.slice(0, middle), remaining.slice(middle)].filter(({ length }) => length > 0);
  const rejected: string[] = [];
  for (const chunk of halves) rejected.push(...(await pushSeparately(push, chunk)));
  return rejected;
}

interface Plan {
  updates: RefUpdate[];
  /** Refs that are left unchanged on the remote. */
  diverged: string[];
}

/**
 * The updates for the remote: deletions first, because a deleted name may conflict with a new one,
 * then the default branch.
 */
async function planPush(
  deps: InternalMirrorsDeps,
  request: PushMirrorRequest,
  remoteRefs: Map<string, string>,
): Promise<Plan> {
  const { project_id, storage, only_protected_branches, keep_divergent_refs: keepsDivergent } = request;
  const location = deps.storages.locate(project_id, storage);
  const local = await localRefs(deps, location);
  const isMirrored = await refFilter(deps, project_id, only_protected_branches);
  const head = await deps.git.getHead({ repo: location.repo });
  const removals: RefUpdate[] = [];
  for (const [ref, old] of remoteRefs) {
    if (local.has(ref) || !isMirrored(ref)) continue;
    if (keepsDivergent && !(await isForward(deps, location.repo, { ref, old, new: head.commit_id ?? zeroId })))
      continue;
    removals.push({ ref, old, new: zeroId });
  }
  const updates: RefUpdate[] = [];
  const diverged: string[] = [];
  for (const [ref, id] of local) {
    const change = { ref, old: remoteRefs.get(ref) ?? zeroId, new: id };
    if (change.old === id || !isMirrored(ref)) continue;
    if (keepsDivergent && !(await isForward(deps, location.repo, change))) diverged.push(ref);
    else updates.push(change);
  }
  updates.sort((one, other) => Number(other.ref === head.ref) - Number(one.ref === head.ref));
  return { updates: [...removals, ...updates], diverged };
}

/** Whether an update loses no commits on the remote. Unknown commits would be lost. */
async function isForward({ git }: InternalMirrorsDeps, repo: string, change: RefUpdate): Promise<boolean> {
  if (change.old === zeroId) return true;
  if (!change.ref.startsWith(BRANCHES) || change.new === zeroId) return false;
  try {
    return (await git.isAncestor({ repo, ancestor: change.old, descendant: change.new })).is_ancestor;
  } catch (error) {
    if (isGitError(error, 'object_not_found')) return false;
    throw error;
  }
}
