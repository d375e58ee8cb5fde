/** Starts and stops what the dependencies of the repository service need. */
import { setTimeout as pause } from 'node:timers/promises';
import { emptyTrash } from '@forgemesh/git-engine';
import { areAllKept } from './refs/packs/keep-repositories';
import { findLostChange } from './refs/ref-log/find-lost-change';
import { moveRefChanges } from './refs/ref-log/move-ref-changes';
import { reconcileFolders } from './storage/deleted-repositories/reconcile-folders';
import type { Repositories } from './deps';

/**
 * Maximum time that the startup waits for the settings; operations that need them fail until they
 * are loaded.
 */
const SETTINGS_MS = 5_000;

/**
 * Loads the settings and the locks, claims the storages, starts the transport, and removes files
 * that earlier deletions left on disk.
 */
export async function prepareRepositories(repositories: Repositories): Promise<void> {
  // No other process can serve these storages: callers wait for this one to start, and would be
  // refused right after it.
  await Promise.race([repositories.settings.loaded, pause(SETTINGS_MS, undefined, { ref: false })]);
  await repositories.readOnlyLocks.load();
  const served = await repositories.storages.listServed();
  await moveRefChanges(repositories);
  await repositories.epochs.start(served, (storage, since) => findLostChange(repositories, storage, since), {
    areCaches: await areAllKept(repositories),
  });
  await repositories.packsDeps.packStore.removeOldFiles();
  repositories.transport.start(repositories);
  await repositories.peerStorages.clear();
  for (const storage of await repositories.storages.list()) {
    await emptyTrash(repositories.storages.root(storage));
    await reconcileFolders(repositories, storage);
  }
}

/** Stops everything that `createRepositories` started. */
export async function closeRepositories(repositories: Repositories): Promise<void> {
  const { git, transportGit, transport, settings, background, maintenance, epochs, uploadRecords } = repositories;
  epochs.close();
  repositories.closePacks();
  transport.close();
  const { housekeepingJobs, repositoryChecks } = repositories;
  await Promise.all([
    background.close(),
    maintenance.close(),
    housekeepingJobs.close(),
    repositoryChecks.close(),
    uploadRecords.close(),
  ]);
  settings.close();
  await Promise.all([git.close(), transportGit.close()]);
}
