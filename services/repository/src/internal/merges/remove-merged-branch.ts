import { internalOperation, type Call } from '@forgemesh/rpc';
import { canPush } from '@forgemesh/access';
import { MergeServiceDefinition } from '@forgemesh/proto/repository/v1/merge';
import { isGitError, zeroId } from '@forgemesh/git-engine';
import { protectionsOf } from '#access';
import { listProtections } from '#refs/protected-branches';
import { localSideOf, subjectOf, tipOf } from '#commits/merges';
import type { InternalMergesDeps } from './deps';

/** Deletes a merged source branch, unless it is protected or the default branch. */
export const removeMergedBranch = internalOperation(
  MergeServiceDefinition.removeMergedBranch,
  async (request, { deps }: Call<InternalMergesDeps>) => {
    const source = localSideOf(deps, request.source);
    const { location, branch, ref } = source;
    const tip = await tipOf(deps, source);
    if (tip === null) return { removed: true };
    const subject = subjectOf(request.subject);
    const protections = await listProtections(deps, location.project_id);
    const isProtected = protectionsOf(branch, protections).length > 0 || branch === subject.default_branch;
    if (isProtected || tip !== request.source_sha || !canPush(subject)) return { removed: false };
    try {
      await deps.refs.change({
        location,
        change: { ref, old: tip, new: zeroId },
        may_be_default: false,
        actor: { user_id: request.user_id, username: request.user_username, name: request.user_name },
      });
      return { removed: true };
    } catch (error) {
      if (isGitError(error, 'conflict')) return { removed: false };
      throw error;
    }
  },
);
