import { BRANCHES } from '@forgemesh/git-engine';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { StorageServiceDefinition } from '@forgemesh/proto/repository/v1/storage';
import { identitiesOf } from '#commits/history';
import { commitFiles } from '#commits/commit-files';
import type { InternalStorageDeps } from './deps';

/** Creates the first commit of a project. Does nothing if the repository has a branch. */
export const initializeRepository = internalOperation(
  StorageServiceDefinition.initializeRepository,
  async ({ project_id, storage, branch, readme, message }, call: Call<InternalStorageDeps>) => {
    const { git, storages } = call.deps;
    const location = storages.locate(project_id, storage);
    const head = await git.getHead({ repo: location.repo });
    if (head.has_branches) return { default_branch: (head.ref ?? '').replace(BRANCHES, '') };
    await commitFiles(call.deps, {
      location,
      branch,
      message,
      actions: [{ action: 'create', file_path: 'README.md', content: Buffer.from(readme) }],
      ...(await identitiesOf(call.deps, call.user)),
      user: call.user,
      may_be_default: true,
    });
    return { default_branch: branch };
  },
);
