/** Schedules syncs of repository replicas, for replication events and the backfill. */
import { newReplicaState, type RegistryDocument, type ReplicaKind, replicaKinds } from './registry.model';
import type { RegistryDeps } from './deps';

type WithRegistry = Pick<RegistryDeps, 'registry'>;

/** Schedules the sync of changed projects. Unknown projects are added to the registry. */
export async function scheduleSync(
  { registry }: WithRegistry,
  ids: number[],
  kinds: readonly ReplicaKind[],
): Promise<void> {
  if (ids.length === 0) return;
  const existing = await registry.find({ _id: { $in: ids } }, { _id: 1 }).lean<RegistryDocument[]>();
  const existingIds = new Set(existing.map(({ _id }) => _id));
  const initial = Object.fromEntries(replicaKinds.map((kind) => [kind, newReplicaState()]));
  const added = ids.filter((id) => !existingIds.has(id));
  const inserts = added.map((id) => ({
    updateOne: { filter: { _id: id }, update: { $setOnInsert: initial }, upsert: true },
  }));
  if (inserts.length > 0) await registry.bulkWrite(inserts, { ordered: false });
  const now = new Date();
  for (const kind of kinds) {
    await registry.updateMany(
      { _id: { $in: [...existingIds] }, ...initialized(kind) },
      { $set: { [`${kind}.state`]: 'pending', [`${kind}.due_at`]: now }, $inc: { [`${kind}.generation`]: 1 } },
    );
  }
}

/** Schedules the verification of replicas; until then they are still used. */
export async function scheduleVerification({ registry }: WithRegistry, ids: number[]): Promise<void> {
  const now = new Date();
  for (const kind of replicaKinds)
    await registry.updateMany({ _id: { $in: ids }, ...initialized(kind) }, { $min: { [`${kind}.due_at`]: now } });
}

/** Documents of earlier releases get the state of large files before it changes. */
function initialized(kind: ReplicaKind): Record<string, object> {
  return { [`${kind}.due_at`]: { $ne: null } };
}

/** Schedules the first sync of the large files of projects that an earlier release has added. */
export async function addLfsReplicas({ registry }: WithRegistry): Promise<void> {
  await registry.updateMany({ 'lfs.due_at': null }, { $set: { lfs: newReplicaState() } });
}

/** Notes that projects are outside of the selection of this node. */
export async function excludeProjects({ registry }: WithRegistry, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await registry.updateMany(
    { _id: { $in: ids }, excluded_at: { $exists: false } },
    { $set: { excluded_at: new Date() } },
  );
}

/**
 * Schedules the sync of projects that are in the selection again. Their replicas may be outdated,
 * and are not used before.
 */
export async function includeProjects({ registry }: WithRegistry, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const excluded = { _id: { $in: ids }, excluded_at: { $exists: true } };
  const found = await registry.find(excluded, { _id: 1 }).lean<RegistryDocument[]>();
  const included = found.map(({ _id }) => _id);
  await scheduleSync({ registry }, included, replicaKinds);
  await registry.updateMany({ _id: { $in: included } }, { $unset: { excluded_at: 1 } });
}
