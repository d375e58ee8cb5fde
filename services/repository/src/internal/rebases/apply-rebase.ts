import { internalOperation, type Call } from '@forgemesh/rpc';
import { RebaseServiceDefinition, type ApplyRebaseResponse } from '@forgemesh/proto/repository/v1/rebase';
import { isGitError } from '@forgemesh/git-engine';
import { actingUserOf, localSideOf, subjectOf, tipOf } from '#commits/merges';
import { checkCodeOwners } from '#content/code-owners';
import { checkRefChange } from '#access';
import { listProtectionsFor, pushSubjectFor } from '#refs/protected-branches';
import type { InternalRebasesDeps } from './deps';

/** The push option with which git clients skip pipelines. */
const SKIP_CI = 'ci.skip';

/** Updates the source branch of a merge request to its rebased commits. */
export const applyRebase = internalOperation(
  RebaseServiceDefinition.applyRebase,
  async (request, call: Call<InternalRebasesDeps>) => {
    const { deps, context } = call;
    const user = actingUserOf(call, request);
    const source = localSideOf(deps, request.source);
    const { location, ref, branch } = source;
    const { project_id, repo } = location;
    const { source_sha: old, commit_sha: commit } = request;
    const tip = await tipOf(deps, source);
    if (tip !== null && (await deps.git.isAncestor({ repo, ancestor: commit, descendant: tip })).is_ancestor)
      return { applied: true, refusal: '' };
    const subject = await pushSubjectFor({ deps, user }, { id: project_id, ...subjectOf(request.subject) }, branch);
    const update = { ref, old, new: commit };
    const requested = { ...update, forced: true };
    const refusal =
      checkRefChange(subject, requested, await listProtectionsFor(deps, project_id, user), 'api') ??
      (await deps.pushRules.check({
        project_id,
        repo,
        updates: [update],
        user_id: user.id,
        tier: context.tier,
        default_branch: subject.default_branch,
        source: 'api',
        quarantine_env: {},
      })) ??
      (await checkCodeOwners(deps, { project_id, repo, updates: [update], tier: context.tier }));
    if (refusal !== null) return refused(refusal);
    const { id, username, name } = user;
    try {
      await deps.refs.change({
        location,
        change: update,
        may_be_default: false,
        actor: { user_id: id, username, name },
        push_options: request.skip_ci ? [SKIP_CI] : [],
        operation_id: `rebase/${project_id}/${commit}`,
      });
      return { applied: true, refusal: '' };
    } catch (error) {
      if (isGitError(error, 'conflict')) return refused('');
      throw error;
    }
  },
);

function refused(refusal: string): ApplyRebaseResponse {
  return { applied: false, refusal };
}
