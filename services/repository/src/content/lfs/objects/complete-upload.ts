import type { LfsPointer } from '@forgemesh/git-engine';
import { ContentMismatchError, objectKey } from '@forgemesh/objects';
import { callerOf } from '@forgemesh/rpc';
import { assertMayPush } from '../protocol/assert-may-push';
import type { LfsCall } from '../protocol/lfs-call';
import { LfsError } from '../protocol/lfs-error';
import { assertWithinLimit, isTooLarge } from './check-limits';
import { isPending, pendingUpload, removePendingUpload } from './pending-uploads';
import { LFS } from './remove-unlinked-objects';

/**
 * Makes what a client has uploaded to the object store an object of the project, with the checks
 * of an upload to this service; false if there is no such upload. After a crash at any time, the
 * client can confirm again.
 */
export async function completeUpload(call: LfsCall, object: LfsPointer): Promise<boolean> {
  const { deps, project_id, storage, context, signal } = call;
  if (!(await isPending(deps.uploadRecords.pending, pendingUpload(project_id, object)))) return false;
  await assertMayPush(call);
  const release = await deps.lfsTransfers.acquire({ caller: callerOf(context), signal });
  try {
    if (!(await storeUpload(call, object))) return false;
  } catch (error) {
    if (error instanceof LfsError) await discardUpload(call, object);
    throw error;
  } finally {
    release();
  }
  await discardUpload(call, object);
  deps.uploadRecords.scheduleMeasurement({ project_id, storage, kind: 'project' });
  return true;
}

/** False if nothing was uploaded. Throws LfsError for an upload that is refused for good. */
async function storeUpload(call: LfsCall, object: LfsPointer): Promise<boolean> {
  const { deps, project_id } = call;
  const { objects, uploadRecords } = deps;
  if (isTooLarge(deps, object)) throw new LfsError(422, 'The object is too large.');
  await assertWithinLimit(call, [object]);
  await uploadRecords.announce(object);
  try {
    const isStored = await objects.direct?.complete(pendingUpload(project_id, object), objectKey(LFS, object.oid));
    if (!isStored) return false;
  } catch (error) {
    if (!(error instanceof ContentMismatchError)) throw error;
    throw new LfsError(422, `The ${error.difference} of the content differs from that of the object.`);
  }
  await uploadRecords.link(project_id, object);
  return true;
}

/**
 * Removes the uploaded content, and then its record: until then, it counts for the project. If this
 * fails, the result for the client is the same, and both are removed after the grace period.
 */
async function discardUpload({ deps, project_id }: LfsCall, object: LfsPointer): Promise<void> {
  const upload = pendingUpload(project_id, object);
  try {
    await deps.objects.direct?.discard(upload);
    await removePendingUpload(deps.uploadRecords.pending, upload);
  } catch (error) {
    deps.log.warn({ err: error, oid: object.oid, project_id }, 'uploaded content not discarded');
  }
}
