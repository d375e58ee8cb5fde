import { HOUR_MS } from '@forgemesh/service/durations';
import { stat } from 'node:fs/promises';
import { repositoryKinds } from '#storage';
import { deletedPath, isSetAside, listDeletedFolders } from './deleted-folders';
import type { DeletedRepositoryDocument } from './deleted-repository.model';
import type { DeletedRepositoriesDeps } from './deps';

/** Younger entries may not have their folders yet. */
const MIN_AGE_MS = HOUR_MS;

/**
 * Reconciles entries and folders of a storage at startup: after the restore of a backup there can
 * be entries without folders, because backups do not contain them, and folders without entries.
 */
export async function reconcileFolders(
  deps: DeletedRepositoriesDeps,
  storage: string,
  now = Date.now(),
): Promise<void> {
  const { storages, deletedRepositories, log, packs } = deps;
  const root = storages.root(storage);
  const entries = await deletedRepositories.model.find({ storage }).lean<DeletedRepositoryDocument[]>();
  // Where folders are caches, those of an entry may be on the disk of another process.
  for (const entry of packs.isEnabled ? [] : entries) {
    const { _id, deleted_at } = entry;
    if (deleted_at.getTime() > now - MIN_AGE_MS || (await isSetAside(deps, entry))) continue;
    // Deletes it unless a restore has started.
    await deletedRepositories.model.deleteOne({ _id, restoring_at: { $exists: false } });
  }
  const recorded = new Set(entries.map(({ folder }) => folder));
  for (const [folder, projectId] of await listDeletedFolders(root)) {
    if (recorded.has(folder)) continue;
    log.warn({ storage, folder }, 'deleted repository without an entry found on disk');
    await deletedRepositories.insert({
      _id: await deletedRepositories.nextId(),
      project_id: projectId,
      path_with_namespace: null,
      storage,
      folder,
      size: 0,
      deleted_at: await changedAt(root, folder, now),
      deleted_by_id: null,
      found_on_disk: true,
    });
  }
}

/** Time of the folder's last rename. */
async function changedAt(root: string, folder: string, now: number): Promise<Date> {
  for (const kind of repositoryKinds) {
    const found = await stat(deletedPath(root, folder, kind)).catch(() => undefined);
    if (found) return found.ctime;
  }
  return new Date(now);
}
