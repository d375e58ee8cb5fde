import { internalOperation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { StorageServiceDefinition } from '@forgemesh/proto/repository/v1/storage';
import { branchRef, isGitError } from '@forgemesh/git-engine';
import type { InternalStorageDeps } from './deps';

/** Points HEAD at another branch. */
export const changeDefaultBranch = internalOperation(
  StorageServiceDefinition.changeDefaultBranch,
  async ({ project_id, storage, branch }, call: Call<InternalStorageDeps>) => {
    const { git, storages } = call.deps;
    const { repo } = storages.locate(project_id, storage);
    if (!(await git.findRef({ repo, name: branchRef(branch) }))) throw new NotFoundError('Branch');
    try {
      await git.setHead({ repo, branch });
    } catch (error) {
      if (isGitError(error, 'invalid_ref')) throw new NotFoundError('Branch');
      throw error;
    }
    return {};
  },
);
