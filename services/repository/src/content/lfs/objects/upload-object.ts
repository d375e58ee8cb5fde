import { setTimeout as pause } from 'node:timers/promises';
import { isDuplicateKey } from '@forgemesh/data';
import { objectKey } from '@forgemesh/objects';
import { UnavailableError } from '@forgemesh/errors';
import { callerOf } from '@forgemesh/rpc';
import { scheduleMeasurement } from '#maintenance/statistics';
import { assertMayPush } from '../protocol/assert-may-push';
import { json, type LfsCall, type LfsResponse } from '../protocol/lfs-call';
import { LfsError } from '../protocol/lfs-error';
import { assertWithinLimit } from './check-limits';
import { findLinked, linkObjects } from './link-objects';
import { GRACE_MS, LFS } from './remove-unlinked-objects';

/** How long an upload waits for the removal of the same object. */
const REMOVAL_TRIES = 20;
const REMOVAL_MS = 100;

/** Stores an object and links it to the project. The content is verified while it arrives. */
export async function uploadObject(call: LfsCall): Promise<LfsResponse> {
  const { deps, project_id, params, headers, body, signal, storage } = call;
  const [oid = '', digits = ''] = params;
  const size = Number(digits);
  await assertMayPush(call);
  const { maxObjectBytes } = deps.lfsLimits;
  if (!Number.isSafeInteger(size) || (maxObjectBytes > 0 && size > maxObjectBytes))
    throw new LfsError(422, 'The object is too large.');
  const length = headers['content-length'];
  if (length !== undefined && Number(length) !== size)
    throw new LfsError(400, 'The size of the content differs from that of the object.');
  const linked = await findLinked(deps, project_id, [oid]);
  if (!linked.has(oid)) await assertWithinLimit(call, size);
  const release = await deps.lfsTransfers.acquire({ caller: callerOf(call.context), signal });
  try {
    await announce(call, oid, size);
    await deps.objects.put(objectKey(LFS, oid), body, { sha256: oid, size });
    await linkObjects(deps, project_id, [{ oid, size }]);
  } finally {
    release();
  }
  await scheduleMeasurement(deps, { project_id, storage, kind: 'project' });
  return json(200, { oid, size });
}

/**
 * Renews the time until which the object stays without a link. Waits for a removal that has begun:
 * it would delete the new content.
 */
async function announce({ deps }: LfsCall, oid: string, size: number): Promise<void> {
  const update = { $set: { size, check_at: new Date(Date.now() + GRACE_MS) } };
  for (let tries = 1; ; tries++) {
    try {
      await deps.lfsObjects.updateOne({ _id: oid, removing_at: { $exists: false } }, update, { upsert: true });
      return;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if (tries === REMOVAL_TRIES) throw new UnavailableError(undefined, { retryAfter: 5 });
      await pause(REMOVAL_MS);
    }
  }
}
