import { MirrorServiceDefinition, type PushMirrorRequest } from '@forgemesh/proto/repository/v1/mirror';
import { isGitError, zeroId, type RefUpdate } from '@forgemesh/git-engine';
import { internalOperation } from '../../operation';
import type { Repositories } from '../../deps';
import { BRANCHES, byName, localRefs, refFilter } from '../../mirrors/mirrored-refs';
import { openRemote, outcomeOf, sentence } from '../../mirrors/open-remote';

/** Refs travel as arguments of git, whose length is limited. */
const BATCH = 200;

/** Brings branches and tags to another repository, and removes those there that are gone here. */
export const pushMirror = internalOperation(MirrorServiceDefinition.pushMirror, async (request, { deps, signal }) =>
  outcomeOf(async () => {
    const { repo } = deps.storages.locate(request.project_id, request.storage);
    const remote = await openRemote(deps, request.url);
    // A repository without branches is new, or lost: neither is a reason to empty its mirror.
    if (!(await deps.git.getHead({ repo })).has_branches) return { error: '', changed_refs_count: 0 };
    const asked = { repo, remote, with_head: false };
    const { refs } = await deps.transportGit.listRemoteRefs(asked, { timeoutMs: 0, signal });
    const { updates, diverged } = await plan(deps, request, byName(refs));
    const push: Push = async (some) =>
      (await deps.transportGit.pushRemote({ repo, remote, updates: some }, { timeoutMs: 0, signal })).refused;
    const refused: string[] = [];
    for (const batch of batchesOf(updates, !refs.some(({ ref }) => ref.startsWith(BRANCHES))))
      refused.push(...(await pushApart(push, batch)));
    const errors = [
      sentence('Some refs have diverged and were not updated on the remote repository', diverged),
      sentence('The remote repository refused some refs', refused),
    ];
    return { error: errors.filter(Boolean).join('. '), changed_refs_count: updates.length - refused.length };
  }),
);

/** Pushes some refs and returns those that were refused. */
type Push = (updates: RefUpdate[]) => Promise<string[]>;

/**
 * Many remotes make the first branch that they get their default branch, so that of this repository
 * goes ahead alone.
 */
function batchesOf(updates: readonly RefUpdate[], isEmpty: boolean): RefUpdate[][] {
  const batches = isEmpty ? [updates.slice(0, 1)] : [];
  for (let at = isEmpty ? 1 : 0; at < updates.length; at += BATCH) batches.push(updates.slice(at, at + BATCH));
  return batches.filter(({ length }) => length > 0);
}

/**
 * A remote may refuse many refs for the sake of one: what was refused is tried again in halves,
 * until it is known which.
 */
async function pushApart(push: Push, updates: RefUpdate[]): Promise<string[]> {
  const refused = await push(updates);
  if (refused.length === 0 || updates.length === 1) return refused;
  const left = updates.filter(({ ref }) => refused.includes(ref));
  const middle = Math.ceil(left.length / 2);
  const halves = [left.slice(0, middle), left.slice(middle)].filter(({ length }) => length > 0);
  const answers: string[] = [];
  for (const half of halves) answers.push(...(await pushApart(push, half)));
  return answers;
}

interface Plan {
  updates: RefUpdate[];
  /** Refs that are kept as they are there. */
  diverged: string[];
}

/**
 * What is to be done there: removals first, as a name that is gone may stand in the way of a new
 * one, then the default branch.
 */
async function plan(deps: Repositories, request: PushMirrorRequest, there: Map<string, string>): Promise<Plan> {
  const { project_id, storage, only_protected_branches, keep_divergent_refs: isKeeping } = request;
  const location = deps.storages.locate(project_id, storage);
  const here = await localRefs(deps, location);
  const isMirrored = await refFilter(deps, project_id, only_protected_branches);
  const head = await deps.git.getHead({ repo: location.repo });
  const removals: RefUpdate[] = [];
  for (const [ref, old] of there) {
    if (here.has(ref) || !isMirrored(ref)) continue;
    if (isKeeping && !(await isForward(deps, location.repo, { ref, old, new: head.commit_id ?? zeroId }))) continue;
    removals.push({ ref, old, new: zeroId });
  }
  const updates: RefUpdate[] = [];
  const diverged: string[] = [];
  for (const [ref, id] of here) {
    const change = { ref, old: there.get(ref) ?? zeroId, new: id };
    if (change.old === id || !isMirrored(ref)) continue;
    if (isKeeping && !(await isForward(deps, location.repo, change))) diverged.push(ref);
    else updates.push(change);
  }
  updates.sort((one, other) => Number(other.ref === head.ref) - Number(one.ref === head.ref));
  return { updates: [...removals, ...updates], diverged };
}

/** Whether nothing would be lost there. What is not known here would. */
async function isForward({ git }: Repositories, repo: string, change: RefUpdate): Promise<boolean> {
  if (change.old === zeroId) return true;
  if (!change.ref.startsWith(BRANCHES) || change.new === zeroId) return false;
  try {
    return (await git.isAncestor({ repo, ancestor: change.old, descendant: change.new })).is_ancestor;
  } catch (error) {
    if (isGitError(error, 'object_not_found')) return false;
    throw error;
  }
}
