import { StorageServiceService } from '@forgemesh/proto/repository/v1/storage';
import { internalOperation } from '../operation';
import { protectDefaultBranch } from '../protected-branches/protect-default-branch';

const BRANCHES = 'refs/heads/';

/** Gives a fork the branches and tags of its source. */
export const forkRepository = internalOperation(
  StorageServiceService.forkRepository,
  async ({ source_project_id, project_id, storage }, call) => {
    const { git, storages } = call.deps;
    const { repo: source } = storages.locate(source_project_id, storage);
    const { repo } = storages.locate(project_id, storage);
    await git.forkRepository({ source, target: repo });
    const head = await git.getHead({ repo });
    if (head.ref === null || head.commit_id === null) return { default_branch: '' };
    const branch = head.ref.slice(BRANCHES.length);
    await protectDefaultBranch(call.deps, project_id, branch);
    return { default_branch: branch };
  },
);
