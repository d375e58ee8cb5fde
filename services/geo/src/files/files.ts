/** Changes of the list of files that events and the walk over all of them cause. */
import type { Geo } from '../deps';
import { fileKey, newFile, type FileDocument } from './file.model';
import { kindsOfProjects, type FileName } from './file-kinds';

type WithFiles = Pick<Geo, 'files' | 'fileStore'>;

/** Remembers that a file is not as the primary's any more. One that is new gets its place. */
export async function markFileDue({ files }: WithFiles, file: FileName): Promise<void> {
  const _id = fileKey(file);
  const change = { $set: { state: 'pending', due_at: new Date() }, $inc: { generation: 1 } } as const;
  if ((await files.updateOne({ _id }, change)).matchedCount > 0) return;
  await files.updateOne({ _id }, { $setOnInsert: newFile(file) }, { upsert: true });
}

/** Asks for copies to be compared soon with what the primary has, without taking them for old. */
export async function compareSoon({ files }: WithFiles, keys: string[]): Promise<void> {
  await files.updateMany({ _id: { $in: keys } }, { $min: { due_at: new Date() } });
}

/**
 * Removes the copy of a file that is gone on the primary: the list first, so that nobody is
 * answered from it.
 */
export async function forgetFile({ files, fileStore }: WithFiles, key: string): Promise<void> {
  await files.deleteOne({ _id: key });
  await fileStore.remove(key);
}

/** Removes the copies of the files of a project. */
export async function forgetFilesOf(deps: WithFiles, projectId: number): Promise<void> {
  const ofProject = { kind: { $in: [...kindsOfProjects] }, belongs_to: projectId };
  const found = await deps.files.find(ofProject, { _id: 1 }).lean<Pick<FileDocument, '_id'>[]>();
  for (const { _id } of found) await forgetFile(deps, _id);
}
