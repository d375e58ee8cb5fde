import type { LfsPointer } from '@forgemesh/git-engine';
import { callerOf } from '@forgemesh/rpc';
import { sizeLimitOf } from '#maintenance/statistics';
import { assertMayPush } from '../protocol/assert-may-push';
import { json, type LfsCall, type LfsResponse } from '../protocol/lfs-call';
import { LfsError } from '../protocol/lfs-error';
import { assertWithinLimit, isTooLarge } from './check-limits';
import { findLinked } from './link-objects';
import { storeObject } from './store-object';

/** Stores an object and links it to the project. The content is verified while it arrives. */
export async function uploadObject(call: LfsCall): Promise<LfsResponse> {
  const { deps, project_id, params, headers, body, signal, storage } = call;
  const [oid = '', digits = ''] = params;
  const size = Number(digits);
  await assertMayPush(call);
  if (!Number.isSafeInteger(size) || isTooLarge(deps, { size })) throw new LfsError(422, 'The object is too large.');
  const length = headers['content-length'];
  if (length !== undefined && Number(length) !== size)
    throw new LfsError(400, 'The size of the content differs from that of the object.');
  await assertFits(call, { oid, size });
  const release = await deps.lfsTransfers.acquire({ caller: callerOf(call.context), signal });
  try {
    await storeObject(deps, project_id, { oid, size }, body);
  } finally {
    release();
  }
  deps.uploadRecords.scheduleMeasurement({ project_id, storage, kind: 'project' });
  return json(200, { oid, size });
}

/** An object that the project has already needs no space. */
async function assertFits(call: LfsCall, object: LfsPointer): Promise<void> {
  if (sizeLimitOf(call.deps, call.context.tier) === 0) return;
  const linked = await findLinked(call.deps, call.project_id, [object.oid]);
  if (!linked.has(object.oid)) await assertWithinLimit(call, [object]);
}
