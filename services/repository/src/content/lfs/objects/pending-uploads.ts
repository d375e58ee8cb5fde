/** The records of uploads to the object store itself that are not confirmed. */
import { isDuplicateKey, retryWriteConflicts } from '@forgemesh/data';
import type { LfsPointer } from '@forgemesh/git-engine';
import type { PendingUpload } from '@forgemesh/objects';
import type { Model } from 'mongoose';
import type { PendingUploadDocument } from './pending-upload.model';
import { GRACE_MS } from './remove-unlinked-objects';

type PendingUploads = Model<PendingUploadDocument>;

/** An object of a project as an upload to the store. */
export function pendingUpload(projectId: number, { oid, size }: LfsPointer): PendingUpload {
  return { id: `${projectId}-${oid}-${size}`, sha256: oid, size };
}

/** Records uploads before their addresses are given away, or renews their records. */
export async function recordPendingUploads(
  uploads: PendingUploads,
  projectId: number,
  objects: readonly LfsPointer[],
): Promise<void> {
  if (objects.length === 0) return;
  const expires_at = new Date(Date.now() + GRACE_MS);
  const sizes = new Map(objects.map((object) => [pendingUpload(projectId, object).id, object.size]));
  const rows = [...sizes].map(([_id, size]) => ({ _id, project_id: projectId, size, expires_at }));
  try {
    await retryWriteConflicts(() => uploads.insertMany(rows, { ordered: false, lean: true }));
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const known = { _id: { $in: [...sizes.keys()] } };
    await retryWriteConflicts(() => uploads.updateMany(known, { $set: { expires_at } }));
  }
}

/** Whether an upload can be confirmed. */
export async function isPending(uploads: PendingUploads, { id }: PendingUpload): Promise<boolean> {
  return (await uploads.exists({ _id: id, expires_at: { $gt: new Date() } })) !== null;
}

/** Bytes of the uploads of a project, without those of some objects. */
export async function pendingBytes(
  uploads: PendingUploads,
  projectId: number,
  except: readonly LfsPointer[],
): Promise<number> {
  const ids = except.map((object) => pendingUpload(projectId, object).id);
  const [sum] = await uploads.aggregate<{ size: number }>([
    { $match: { project_id: projectId, expires_at: { $gt: new Date() }, _id: { $nin: ids } } },
    { $group: { _id: null, size: { $sum: '$size' } } },
  ]);
  return sum?.size ?? 0;
}

/** Removes the record of an upload that is confirmed or refused. */
export async function removePendingUpload(uploads: PendingUploads, { id }: PendingUpload): Promise<void> {
  await uploads.deleteOne({ _id: id });
}
