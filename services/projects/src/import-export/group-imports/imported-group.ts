import type { GroupImportsDeps } from './deps';

/** Whether an id belongs to a group that is being imported. */
export async function isGroupBeingImported({ groupImports }: GroupImportsDeps, id: number): Promise<boolean> {
  return (await groupImports.model.exists({ group_id: id, job_due_at: { $exists: true } })) !== null;
}
