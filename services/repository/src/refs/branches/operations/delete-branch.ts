import { operation, type Call } from '@forgemesh/rpc';
import { BadRequestError, ForgeError, NotFoundError } from '@forgemesh/errors';
import { BranchServiceDefinition } from '@forgemesh/proto/repository/v1/branch';
import { locateRepository } from '#commits';
import { branchRef, isGitError, zeroId } from '@forgemesh/git-engine';
import { checkRefChange } from '#access';
import { listProtectionsFor } from '#refs/protected-branches';
import { findBranch } from '../find-branch';
import type { BranchesDeps } from '../deps';

/** Deletes a branch. */
export const deleteBranch = operation(
  BranchServiceDefinition.deleteBranch,
  async (request, call: Call<BranchesDeps>) => {
    if (await call.deps.refs.findEarlier(call.operationId)) return {};
    const { git } = call.deps;
    const location = locateRepository(call);
    const { repo, project_id } = location;
    const { commit_id: tip } = await findBranch(call, request.branch);
    if (call.ifUnmodifiedSince) {
      const { author } = await git.getCommit({ repo, id: tip });
      if (author.seconds * 1000 > call.ifUnmodifiedSince.getTime()) throw new ForgeError('precondition_failed');
    }
    const change = { ref: branchRef(request.branch), old: tip, new: zeroId };
    const protections = await listProtectionsFor(call.deps, project_id, call.user);
    const refusal = checkRefChange(call.resource(), { ...change, forced: false }, protections, 'api');
    if (refusal !== null) throw new BadRequestError(refusal);
    const { id, username, name } = call.principal;
    try {
      await call.deps.refs.change({
        location,
        change,
        actor: { user_id: id, username, name },
        may_be_default: false,
        operation_id: call.operationId,
      });
    } catch (error) {
      if (!isGitError(error, 'conflict')) throw error;
      // Deleted or moved concurrently; the checks were made for another commit.
      if (!(await git.findRef({ repo, name: change.ref }))) throw new NotFoundError('Branch');
      throw new BadRequestError('Failed to remove branch', { cause: error });
    }
    return {};
  },
);
