import { randomUUID } from 'node:crypto';
import { NotFoundError } from '@forgemesh/errors';
import { type Parameters, uploadOperation, type Call } from '@forgemesh/rpc';
import { GroupImportServiceDefinition, type ImportGroupRequest } from '@forgemesh/proto/projects/v1/group_import';
import { viewerOf } from '#access';
import { gzipped } from '#import-export/archives';
import { assertNoErrors } from '#groups/lifecycle';
import { assertWithinRateLimit, type RateLimit } from '#access/limits';
import type { PathClaimRequest } from '#namespaces/paths';
import type { NamespaceDocument } from '#namespaces';
import type { GroupImportsDeps } from '../deps';

const limit: RateLimit = { name: 'group_import', maxCalls: 30, spanMs: 5 * 60_000 };

/** Stores an archive and schedules its import. A retry finds the import of the first attempt. */
export const importGroup = uploadOperation(
  GroupImportServiceDefinition.importGroup,
  async (request, content, call: Call<GroupImportsDeps>) => {
    const earlier = await call.deps.groupImports.findByOperation(call.operationId ?? '');
    if (!earlier) await startImport(call, request, content);
    return { message: '202 Accepted' };
  },
);

async function startImport(
  call: Call<GroupImportsDeps>,
  { name, path, parent_id: parentRef }: Parameters<ImportGroupRequest>,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { deps, principal, operationId } = call;
  const parent = parentRef ? await parentOf(call, parentRef) : null;
  if (!parent) await deps.groupCreation.assertMayCreate(principal, { parent: null, level: 0 });
  // The import limits the visibility of the archive to what is allowed here.
  deps.groupCreation.assertValid(principal, { name, path, parent, visibility: 'private' });
  await assertWithinRateLimit(deps, limit, { userId: principal.id });
  const groupId = await deps.namespaces.nextId();
  const claim: PathClaimRequest = { parentId: parent?._id ?? 0, path, kind: 'group', targetId: groupId, operationId };
  if (!(await deps.paths.claim(claim))) assertNoErrors({ path: ['has already been taken'] });
  const file = randomUUID();
  try {
    await deps.groupImportFiles.write(file, gzipped(content));
  } catch (error) {
    await deps.paths.release(claim);
    throw error;
  }
  const stored = await deps.groupImports.insert({
    _id: await deps.groupImports.nextId(),
    ...(operationId !== undefined && { operation_id: operationId }),
    group_id: groupId,
    parent_id: parent?._id ?? 0,
    path,
    name,
    file,
    user_id: principal.id,
    is_admin: principal.admin,
    status: 'scheduled',
    error: null,
    job_due_at: new Date(),
    created_at: new Date(),
  });
  // A concurrent attempt of this write inserted its import first, so the file stored here is
  // unused.
  if (stored.file !== file) await deps.groupImportFiles.remove(file);
}

async function parentOf(call: Call<GroupImportsDeps>, ref: number): Promise<NamespaceDocument> {
  const { deps } = call;
  const { id, level } = await deps.authorization.authorizeNamespace(viewerOf(call), String(ref), 'group');
  const parent = await deps.namespaces.find(id);
  if (!parent) throw new NotFoundError('Group');
  await deps.groupCreation.assertMayCreate(call.principal, { parent, level });
  return parent;
}
