/** Removes attached files. */
import { forEachMatching } from '@forgemesh/data';
import type { Schedule } from '@forgemesh/service';
import { DAY_MS } from '@forgemesh/service/durations';
import type { UploadDocument } from './upload.model';
import type { UploadsDeps } from './deps';

/** Removes the files of a project. Idempotent. */
export function removeUploads(
  { uploads, uploadFiles }: Pick<UploadsDeps, 'uploads' | 'uploadFiles'>,
  projectId: number,
): Promise<void> {
  return forEachMatching(uploads.model, { project_id: projectId }, async ({ _id: id, file }) => {
    await uploadFiles.remove(file);
    await uploads.model.deleteOne({ _id: id });
  });
}

/**
 * Daily removal of files left by a crash: contents without an upload, and uploads of deleted
 * projects.
 */
export const sweepUploads: Schedule<UploadsDeps> = {
  name: 'projects-sweep-uploads',
  everyMs: DAY_MS,
  async run(deps) {
    // Younger files may belong to an upload in progress.
    await deps.uploadFiles.sweep(new Date(Date.now() - DAY_MS), (files) => findReferenced(deps, files));
  },
};

/**
 * The files that belong to an upload of an existing project. Removes uploads of deleted projects.
 */
async function findReferenced({ uploads, projects }: UploadsDeps, files: string[]): Promise<string[]> {
  const rows = await uploads.model
    .find({ file: { $in: files } }, { project_id: 1, file: 1 })
    .lean<Pick<UploadDocument, '_id' | 'project_id' | 'file'>[]>();
  const existing = new Set(
    await projects.model.find({ _id: { $in: rows.map((row) => row.project_id) } }).distinct('_id'),
  );
  const lost = rows.filter((row) => !existing.has(row.project_id));
  if (lost.length > 0) await uploads.model.deleteMany({ _id: { $in: lost.map(({ _id: id }) => id) } });
  return rows.filter((row) => existing.has(row.project_id)).map(({ file }) => file);
}
