import { StorageServiceService } from '@forgemesh/proto/repository/v1/storage';
import { internalOperation } from '../operation';

/** Gets the commit at the tip of a branch. */
export const getBranchTip = internalOperation(
  StorageServiceService.getBranchTip,
  async ({ project_id, storage, branch }, { deps: { git, storages } }) => {
    const { repo } = storages.locate(project_id, storage);
    const ref = await git.findRef({ repo, name: `refs/heads/${branch}` });
    return { commit_sha: ref?.commit_id ?? undefined };
  },
);
