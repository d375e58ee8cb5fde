import { branchRef } from '@forgemesh/git-engine';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { StorageServiceDefinition } from '@forgemesh/proto/repository/v1/storage';
import { findTip } from '#refs/ref-log';
import type { InternalStorageDeps } from './deps';

/** Gets the commit id of a branch. */
export const getBranchTip = internalOperation(
  StorageServiceDefinition.getBranchTip,
  async ({ project_id, storage, branch }, { deps }: Call<InternalStorageDeps>) => {
    const { repo } = deps.storages.locate(project_id, storage);
    return { commit_sha: (await findTip(deps, repo, branchRef(branch))) ?? undefined };
  },
);
