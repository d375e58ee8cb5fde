/**
 * Removes objects that nothing names. A writer that is about to name one renews its record, which
 * makes a removal that has not begun fail, and waits while one runs (`PackUses`).
 */
import { objectKey } from '@forgemesh/objects';
import { PACKS } from '../pack-store';
import type { PackAuditDeps } from './deps';
import { isNamed } from './named-packs';
import type { PackRecord } from './pack-record.model';

/** Time after which another process continues a removal. */
const REMOVAL_MS = 10 * 60_000;
const BATCH = 500;

/** Removes an object whose record is unchanged. Returns whether it was removed. */
export async function removeUnnamed(deps: PackAuditDeps, record: PackRecord, now: number): Promise<boolean> {
  const unchanged = { _id: record._id, unnamed_since: record.unnamed_since, removing_at: { $exists: false } };
  const claimed = await deps.packRecords.updateOne(unchanged, { $set: { removing_at: new Date(now) } });
  return claimed.modifiedCount === 1 && finishRemoval(deps, record);
}

/** Continues removals whose process has ended. */
export async function finishRemovals(deps: PackAuditDeps, now: number): Promise<void> {
  const abandoned = { removing_at: { $lte: new Date(now - REMOVAL_MS) } };
  const found = await deps.packRecords.find(abandoned).limit(BATCH).lean<PackRecord[]>();
  for (const record of found) await finishRemoval(deps, record);
}

async function finishRemoval(deps: PackAuditDeps, { _id, unnamed_since }: PackRecord): Promise<boolean> {
  const { objects, packRecords, log } = deps;
  const key = objectKey(PACKS, _id);
  const found = await objects.stat(key);
  const isNew = found !== null && unnamed_since !== undefined && found.stored_at > unnamed_since;
  const isRemovable = found !== null && !isNew && !(await isNamed(deps.packNaming, _id));
  if (isRemovable) {
    await objects.delete(key);
    log.info({ sha256: _id, size: found.size, unnamed_since }, 'a pack that no repository needs was removed');
  }
  await packRecords.deleteOne({ _id, removing_at: { $exists: true } });
  return isRemovable;
}
