import type { ImportsDeps } from './deps';

/** Those of the ids that belong to projects that are being imported. */
export async function findImportedProjects({ imports }: ImportsDeps, ids: readonly number[]): Promise<Set<number>> {
  const found = await imports.model
    .find({ project_id: { $in: [...ids] }, job_due_at: { $exists: true } }, { project_id: 1 })
    .lean();
  return new Set(found.map(({ project_id: id }) => id));
}
