import { isDuplicateKey } from '@forgemesh/data';
import { GroupExportServiceDefinition } from '@forgemesh/proto/projects/v1/group_export';
import { operation, type Call } from '@forgemesh/rpc';
import { assertWithinRateLimit, type RateLimit } from '#access/limits';
import type { GroupExportDocument } from '../group-export.model';
import type { GroupExportsDeps } from '../deps';

const limit: RateLimit = { name: 'group_export', maxCalls: 1, spanMs: 5 * 60_000 };

/** Starts the export of a group. */
export const startGroupExport = operation(
  GroupExportServiceDefinition.startGroupExport,
  async (_request, call: Call<GroupExportsDeps>) => {
    const { deps, principal, operationId } = call;
    const { id: groupId } = call.resource('id');
    if (!(await deps.groupExports.findByOperation(operationId ?? ''))) {
      await assertWithinRateLimit(deps, limit, { userId: principal.id, scopeId: groupId });
      await start(call, groupId);
    }
    return { message: '202 Accepted' };
  },
);

/** Replaces the previous export, whose run then ends without effect. */
async function start({ deps, principal, operationId }: Call<GroupExportsDeps>, groupId: number): Promise<void> {
  const { groupExports, groupExportFiles } = deps;
  const fields: Omit<GroupExportDocument, '_id' | 'version'> = {
    group_id: groupId,
    user_id: principal.id,
    is_admin: principal.admin,
    status: 'started',
    file: null,
    file_name: null,
    expires_at: null,
    job_due_at: new Date(),
    created_at: new Date(),
    ...(operationId !== undefined && { operation_id: operationId }),
  };
  const events = [{ type: 'projects.group_export.started' as const, actor: principal.id }];
  const before = await groupExports.model.findOne({ group_id: groupId }).lean<GroupExportDocument>();
  if (before) {
    await groupExports.mutate(before._id, () => ({ set: fields, update: { $unset: { job_run: 1 } }, events }));
    if (before.file) await groupExportFiles.remove(before.file);
    return;
  }
  try {
    await groupExports.insert({ _id: await groupExports.nextId(), ...fields }, events);
  } catch (error) {
    // A concurrent request started an export.
    if (!isDuplicateKey(error)) throw error;
  }
}
