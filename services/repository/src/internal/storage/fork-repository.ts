import { StorageServiceDefinition } from '@forgemesh/proto/repository/v1/storage';
import { languagesAt } from '../../content/languages/measure-languages';
import { markDue } from '../../maintenance/statistics/mark-due';
import { asAway } from '../../storage/peer-storages/with-repository';
import { internalOperation } from '../../operation';
import { protectDefaultBranch } from '../../refs/protected-branches/protect-default-branch';
import { placeOf, type RepositoryLocation, type RepositoryPlace } from '../../storage/repository-location';
import type { Repositories } from '../../deps';

const BRANCHES = 'refs/heads/';

/** Gives a fork the branches and tags of its source. */
export const forkRepository = internalOperation(
  StorageServiceDefinition.forkRepository,
  async ({ source_project_id, source_storage, project_id, storage }, { deps }) => {
    const location = deps.storages.locate(project_id, storage);
    await fill(deps, location, placeOf(source_project_id, source_storage || storage));
    await markDue(deps, location);
    const { ref, commit_id: tip } = await deps.git.getHead({ repo: location.repo });
    if (ref === null || tip === null) return { default_branch: '' };
    // What a crash cuts off here is measured when somebody asks for the languages, or after the
    // first push.
    deps.background.run('languages of a fork not measured', async () => {
      await languagesAt(deps, location, tip);
    });
    const branch = ref.slice(BRANCHES.length);
    await protectDefaultBranch(deps, project_id, branch);
    return { default_branch: branch };
  },
);

/**
 * From what this process serves itself the fork gets its objects as links; from elsewhere they
 * travel. That goes on when the caller does not wait any longer: whoever asks again waits for it,
 * or finds it done.
 */
async function fill(
  { storages, git, neighbours, replicaQueue, transportGit }: Repositories,
  { repo: target }: RepositoryLocation,
  source: RepositoryPlace,
): Promise<void> {
  if (storages.serves(source.storage)) {
    await git.forkRepository({ source: storages.locate(source.project_id, source.storage).repo, target });
    return;
  }
  await replicaQueue.run(target, async () => {
    const remote = await neighbours.remoteOf(source);
    await transportGit.forkNeighbour({ remote, target }, { timeoutMs: 0 }).catch((error: unknown) => {
      throw asAway(source.storage, error);
    });
  });
}
