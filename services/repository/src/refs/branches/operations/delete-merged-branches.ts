import { MergedBranchesServiceDefinition } from '@forgemesh/proto/repository/v1/merged_branches';
import { operation, type Call } from '@forgemesh/rpc';
import { defaultBranchOf, locateRepository, resolveCommit } from '#commits';
import { isGitError, zeroId } from '@forgemesh/git-engine';
import { checkRefChange, protectionsOf } from '#access';
import { listProtectionsFor } from '#refs/protected-branches';
import type { RepositoryLocation } from '#storage';
import type { BranchesDeps } from '../deps';

/**
 * Starts deleting the branches that are merged into the default branch. An interrupted call can be
 * repeated.
 */
export const deleteMergedBranches = operation(
  MergedBranchesServiceDefinition.deleteMergedBranches,
  async (_, call: Call<BranchesDeps>) => {
    const location = locateRepository(call);
    call.deps.background.run('merged branches not deleted', () => deleteAll(call, location));
    return { message: '202 Accepted' };
  },
);

async function deleteAll(call: Call<BranchesDeps>, location: RepositoryLocation): Promise<void> {
  const { git } = call.deps;
  const { repo } = location;
  const [tip, defaultBranch] = await Promise.all([resolveCommit(call, undefined), defaultBranchOf(call)]);
  if (tip === null) return;
  const [{ refs }, protections] = await Promise.all([
    git.listRefs({ repo, folder: 'refs/heads' }),
    listProtectionsFor(call.deps, location.project_id, call.user),
  ]);
  // A branch at the default branch's own commit does not count as merged.
  const candidates = refs.filter(
    ({ short_name: name, id }) => id !== tip && name !== defaultBranch && protectionsOf(name, protections).length === 0,
  );
  const { merged } = await git.mergedInto({ repo, tip, ids: candidates.map(({ id }) => id) });
  const mergedIds = new Set(merged);
  const { id: userId, username, name } = call.principal;
  for (const { name: ref, id } of candidates.filter((each) => mergedIds.has(each.id))) {
    const change = { ref, old: id, new: zeroId };
    if (checkRefChange(call.resource(), { ...change, forced: false }, protections, 'api') !== null) continue;
    const actor = { user_id: userId, username, name };
    try {
      await call.deps.refs.change({ location, change, actor, may_be_default: false });
    } catch (error) {
      // A branch that moved concurrently may contain unmerged commits.
      if (!isGitError(error, 'conflict')) throw error;
    }
  }
}
