import { StorageServiceService } from '@forgemesh/proto/repository/v1/storage';
import { languagesAt } from '../languages/measure-languages';
import { markDue } from '../measurements/mark-due';
import { internalOperation } from '../operation';
import { protectDefaultBranch } from '../protected-branches/protect-default-branch';

const BRANCHES = 'refs/heads/';

/** Gives a fork the branches and tags of its source. */
export const forkRepository = internalOperation(
  StorageServiceService.forkRepository,
  async ({ source_project_id, project_id, storage }, call) => {
    const { git, storages } = call.deps;
    const { repo: source } = storages.locate(source_project_id, storage);
    const location = storages.locate(project_id, storage);
    const { repo } = location;
    await git.forkRepository({ source, target: repo });
    await markDue(call.deps, location);
    const { ref, commit_id: tip } = await git.getHead({ repo });
    if (ref === null || tip === null) return { default_branch: '' };
    // What a crash cuts off here is measured when somebody asks for the languages, or after the first push.
    call.deps.background.run('languages of a fork not measured', async () => {
      await languagesAt(call.deps, location, tip);
    });
    const branch = ref.slice(BRANCHES.length);
    await protectDefaultBranch(call.deps, project_id, branch);
    return { default_branch: branch };
  },
);
