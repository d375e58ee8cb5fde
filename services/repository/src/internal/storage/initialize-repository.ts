import { BRANCHES } from '@forgemesh/git-engine';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { StorageServiceDefinition } from '@forgemesh/proto/repository/v1/storage';
import { identitiesOf } from '#commits/history';
import { commitFirst } from '#commits/commit-files';
import type { InternalStorageDeps } from './deps';

/** Creates the first commit of a project. Does nothing if the repository has a branch. */
export const initializeRepository = internalOperation(
  StorageServiceDefinition.initializeRepository,
  async ({ project_id, storage, branch, readme, message }, call: Call<InternalStorageDeps>) => {
    const { git, storages } = call.deps;
    const location = storages.locate(project_id, storage);
    const commitId = await commitFirst(call.deps, {
      location,
      branch,
      message,
      readme,
      ...(await identitiesOf(call.deps, call.user)),
      user: call.user,
      may_be_default: true,
    });
    if (commitId !== null) return { default_branch: branch };
    const head = await git.getHead({ repo: location.repo });
    return { default_branch: (head.ref ?? '').replace(BRANCHES, '') };
  },
);
