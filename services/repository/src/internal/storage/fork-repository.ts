import { BRANCHES } from '@forgemesh/git-engine';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { StorageServiceDefinition } from '@forgemesh/proto/repository/v1/storage';
import { languagesAt } from '#content/languages';
import { linkToFork } from '#content/lfs';
import { scheduleMeasurement } from '#maintenance/statistics';
import { toUnavailableError } from '#storage/peer-storages';
import { protectDefaultBranch } from '#refs/protected-branches';
import { repositoryKey, type RepositoryKey, type RepositoryLocation } from '#storage';
import type { InternalStorageDeps } from './deps';

/** Copies the branches and tags of the source into a fork, which gets its large files, too. */
export const forkRepository = internalOperation(
  StorageServiceDefinition.forkRepository,
  async ({ source_project_id, source_storage, project_id, storage }, { deps }: Call<InternalStorageDeps>) => {
    const location = deps.storages.locate(project_id, storage);
    const source = repositoryKey(source_project_id, source_storage || storage);
    const writeCheckpoint = await deps.packs.beginFork(source);
    await fillFork(deps, location, source);
    await writeCheckpoint(location);
    await linkToFork(deps, source_project_id, project_id);
    await scheduleMeasurement(deps, location);
    const { ref, commit_id: tip } = await deps.git.getHead({ repo: location.repo });
    if (ref === null || tip === null) return { default_branch: '' };
    // If a crash interrupts this, the languages are measured when they are requested, or after the
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
 * If this process serves the source, the objects are hard-linked; otherwise they are transferred.
 * The work continues after the caller's timeout: a retry waits for it, or finds it completed.
 */
async function fillFork(
  { storages, git, peerStorages, replicaQueue, transportGit }: InternalStorageDeps,
  { repo: target }: RepositoryLocation,
  source: RepositoryKey,
): Promise<void> {
  if (storages.serves(source.storage)) {
    await git.forkRepository({ source: storages.locate(source.project_id, source.storage).repo, target });
    return;
  }
  await replicaQueue.run(target, async () => {
    const remote = await peerStorages.remoteFor(source);
    await transportGit.forkPeerRepository({ remote, target }, { timeoutMs: 0 }).catch((error: unknown) => {
      throw toUnavailableError(source.storage, error);
    });
  });
}
