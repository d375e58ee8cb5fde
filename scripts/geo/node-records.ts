// Makes a node the primary in the list of nodes, and lets the other secondaries start over.

import { randomUUID } from 'node:crypto';
import type { mongo as Mongo } from 'mongoose';

/**
 * Distance of the ids of the replication log to those of before. A secondary whose cursor is below
 * the oldest entry compares everything again.
 */
const EVENT_ID_GAP = 1_000_000;
/** Begins the id of the entry that a promotion leaves in the replication log. */
const PROMOTION = 'promotion/';

/**
 * Changes the list of nodes. The former primary becomes a disabled secondary without credentials,
 * which can be repaired and enabled when it returns.
 * @param database of the geo service of the restored instance
 */
export async function promoteNode(
  database: Mongo.Db,
  { ownId, formerId, lastEventId }: { ownId: number; formerId: number; lastEventId: number },
): Promise<void> {
  const nodes = database.collection<{ _id: number }>('geo_nodes');
  const now = new Date();
  // First: there is only one primary.
  await nodes.updateOne(
    { _id: formerId },
    {
      $set: { primary: false, enabled: false, updated_at: now },
      $unset: { primary_key: 1, report: 1, reported_at: 1 },
      $inc: { version: 1 },
    },
  );
  await nodes.updateOne(
    { _id: ownId },
    {
      $set: { primary: true, primary_key: 'primary', enabled: true, updated_at: now },
      $unset: {
        key_id: 1,
        secret: 1,
        is_handed_over: 1,
        report: 1,
        reported_at: 1,
        selective_sync_type: 1,
        selective_sync_namespace_ids: 1,
        paused: 1,
      },
      $inc: { version: 1 },
    },
  );
  const events = database.collection<{ _id: number }>('geo_events');
  const [newest] = await events.find().sort({ _id: -1 }).limit(1).toArray();
  const _id = Math.max(newest?._id ?? 0, lastEventId) + EVENT_ID_GAP;
  await events.deleteMany({});
  const entry = { event_id: `${PROMOTION}${randomUUID()}`, type: 'project_changed', project_id: 0, at: now };
  await events.insertOne({ _id, ...entry });
}

/**
 * Whether an instance was promoted already.
 * @param database of its geo service
 */
export async function isPromoted(database: Mongo.Db): Promise<boolean> {
  const filter = { event_id: { $regex: `^${PROMOTION}` } };
  return (await database.collection('geo_events').findOne(filter)) !== null;
}
