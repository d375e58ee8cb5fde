/** Schedules and removes file replicas, for replication events and the backfill. */
import { fileKey, newFile, type FileDocument } from './file.model';
import { failedFilter } from '#replication/registry';
import { kindsOfProjects, type FileName } from './file-kinds';
import type { FilesDeps } from './deps';

type WithFiles = Pick<FilesDeps, 'files' | 'fileStore'>;

/** Schedules the sync of a changed or new file. */
export async function scheduleFileSync({ files }: WithFiles, file: FileName): Promise<void> {
  const _id = fileKey(file);
  const change = { $set: { state: 'pending', due_at: new Date() }, $inc: { generation: 1 } } as const;
  if ((await files.updateOne({ _id }, change)).matchedCount > 0) return;
  await files.updateOne({ _id }, { $setOnInsert: newFile(file) }, { upsert: true });
}

/** Makes replicas due at the request of an administrator; returns their number. */
export async function resyncFiles({ files }: Pick<WithFiles, 'files'>, isFailedOnly: boolean): Promise<number> {
  const change = {
    $set: { state: 'pending', due_at: new Date(), retry_count: 0, verification_retry_count: 0 },
    $inc: { generation: 1 },
  } as const;
  return (await files.updateMany(isFailedOnly ? failedFilter('') : {}, change)).matchedCount;
}

/** Schedules the verification of replicas; until then they are still used. */
export async function scheduleFileVerification({ files }: WithFiles, keys: string[]): Promise<void> {
  await files.updateMany({ _id: { $in: keys } }, { $min: { due_at: new Date() } });
}

/**
 * Removes the replica of a deleted file. The document is removed first, so that the replica is no
 * longer used.
 */
export async function removeFileReplica({ files, fileStore }: WithFiles, key: string): Promise<void> {
  await files.deleteOne({ _id: key });
  await fileStore.remove(key);
}

/** Whether a file belongs to a project, and is deleted with it. */
export function isOfProject({ kind }: Pick<FileName, 'kind'>): boolean {
  return kindsOfProjects.includes(kind);
}

/** Removes the replicas of the files of a project. */
export async function removeProjectFileReplicas(deps: WithFiles, projectId: number): Promise<void> {
  const ofProject = { kind: { $in: [...kindsOfProjects] }, belongs_to: projectId };
  const found = await deps.files.find(ofProject, { _id: 1 }).lean<Pick<FileDocument, '_id'>[]>();
  for (const { _id } of found) await removeFileReplica(deps, _id);
}
