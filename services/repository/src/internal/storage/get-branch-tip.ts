import { StorageServiceDefinition } from '@forgemesh/proto/repository/v1/storage';
import { internalOperation } from '#operation';
import { findTip } from '#refs/ref-changes/find-tip';

/** Gets the commit id of a branch. */
export const getBranchTip = internalOperation(
  StorageServiceDefinition.getBranchTip,
  async ({ project_id, storage, branch }, { deps }) => {
    const { repo } = deps.storages.locate(project_id, storage);
    return { commit_sha: (await findTip(deps, repo, `refs/heads/${branch}`)) ?? undefined };
  },
);
