import { internalOperation, type Call } from '@forgemesh/rpc';
import { MergeServiceDefinition } from '@forgemesh/proto/repository/v1/merge';
import { isGitError } from '@forgemesh/git-engine';
import { mayMergeInto } from '#access';
import { listProtectionsFor } from '#refs/protected-branches';
import { hasCommit } from '#refs/ref-log';
import { actingUserOf, localSideOf, subjectOf, tipOf } from '#commits/merges';
import type { InternalMergesDeps } from './deps';

const applied = { applied: true, refusal: '', lost: false };
const refused = { applied: false, refusal: '', lost: false };
const lost = { applied: false, refusal: '', lost: true };

/** Updates the target branch of a merge request to the merge commit. */
export const applyMerge = internalOperation(
  MergeServiceDefinition.applyMerge,
  async (request, call: Call<InternalMergesDeps>) => {
    const { deps, context } = call;
    const user = actingUserOf(call, request);
    const target = localSideOf(deps, request.target);
    const { location, branch, ref } = target;
    const { project_id, repo } = location;
    const tip = await tipOf(deps, target);
    // The process that has written the commit may have ended before a ref pointed at it.
    if (!(await hasCommit(deps.git, repo, request.commit_sha))) return lost;
    const ancestry = { repo, ancestor: request.commit_sha, descendant: tip ?? '' };
    if (tip !== null && (await deps.git.isAncestor(ancestry)).is_ancestor) return applied;
    const subject = subjectOf(request.subject);
    if (!mayMergeInto(subject, branch, await listProtectionsFor(deps, project_id, user)))
      return { ...refused, refusal: 'You are not allowed to merge into this branch.' };
    const update = { ref, old: request.target_sha, new: request.commit_sha };
    const refusal = await deps.pushRules.check({
      project_id,
      repo,
      updates: [update],
      user_id: user.id,
      tier: context.tier,
      default_branch: subject.default_branch,
      source: 'api',
      quarantine_env: {},
    });
    if (refusal !== null) return { ...refused, refusal };
    const { id, username, name } = user;
    try {
      await deps.refs.change({
        location,
        change: update,
        may_be_default: false,
        actor: { user_id: id, username, name },
        // Idempotency key of the merge itself, whichever request applies it.
        operation_id: `merge/${project_id}/${request.iid}/${request.commit_sha}`,
      });
      return applied;
    } catch (error) {
      if (isGitError(error, 'conflict')) return refused;
      // The folder with the commit may have been lost since then.
      if (isGitError(error, 'object_not_found')) return lost;
      throw error;
    }
  },
);
