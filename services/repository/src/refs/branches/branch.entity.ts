/** Presents branches in the API. */
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Branch } from '@forgemesh/proto/repository/v1/branch';
import { presentCommit } from '#commits/history';
import { defaultBranchOf, locateRepository, resolveCommit } from '#commits';
import { developersCan, mayPushTo, protectionsOf } from '#access';
import { listProtections, listProtectionsFor } from '#refs/protected-branches';
import type { BranchesDeps } from './deps';

/** A branch and its commit. */
export interface NamedTip {
  name: string;
  commit_id: string;
}

/** Presents branches to the caller; one walk finds which of them are merged. */
export async function presentBranches(
  call: Call<BranchesDeps>,
  branches: readonly NamedTip[],
): Promise<ResponseOf<Branch>[]> {
  const { git } = call.deps;
  const subject = call.resource();
  const { repo, project_id } = locateRepository(call);
  const ids = branches.map(({ commit_id }) => commit_id);
  const [commits, protections, ownProtections, defaultTip, defaultBranch] = await Promise.all([
    git.getCommits({ repo, ids }),
    listProtections(call.deps, project_id),
    listProtectionsFor(call.deps, project_id, call.user),
    resolveCommit(call, undefined),
    defaultBranchOf(call),
  ]);
  const { merged } = defaultTip === null ? { merged: [] } : await git.mergedInto({ repo, tip: defaultTip, ids });
  const mergedIds = new Set(merged);
  return branches.flatMap(({ name, commit_id }, index) => {
    const commit = commits[index];
    // A branch may be deleted and its commit pruned while it is being listed.
    if (!commit) return [];
    const matching = protectionsOf(name, protections);
    return {
      name,
      commit: presentCommit(commit),
      // A branch at the default branch's own commit does not count as merged.
      merged: commit_id !== defaultTip && mergedIds.has(commit_id),
      protected: matching.length > 0,
      developers_can_push: developersCan('push', matching),
      developers_can_merge: developersCan('merge', matching),
      can_push: call.user !== null && mayPushTo(subject, name, ownProtections),
      default: name === defaultBranch,
    };
  });
}
