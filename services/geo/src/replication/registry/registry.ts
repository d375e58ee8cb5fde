/** Schedules syncs of repository replicas, for replication events and the backfill. */
import { repositoryKinds, newReplicaState, type RepositoryKind, type RegistryDocument } from './registry.model';
import type { RegistryDeps } from './deps';

type WithRegistry = RegistryDeps;

/** Schedules the sync of changed projects. Unknown projects are added to the registry. */
export async function scheduleSync(
  { registry }: WithRegistry,
  ids: number[],
  kinds: readonly RepositoryKind[],
): Promise<void> {
  if (ids.length === 0) return;
  const existing = await registry.find({ _id: { $in: ids } }, { _id: 1 }).lean<RegistryDocument[]>();
  const existingIds = new Set(existing.map(({ _id }) => _id));
  for (const id of ids.filter((one) => !existingIds.has(one))) {
    const initial = { repository: newReplicaState(), wiki: newReplicaState() };
    await registry.updateOne({ _id: id }, { $setOnInsert: initial }, { upsert: true });
  }
  const now = new Date();
  for (const kind of kinds) {
    await registry.updateMany(
      { _id: { $in: [...existingIds] } },
      { $set: { [`${kind}.state`]: 'pending', [`${kind}.due_at`]: now }, $inc: { [`${kind}.generation`]: 1 } },
    );
  }
}

/** Schedules the verification of replicas; until then they are still used. */
export async function scheduleVerification({ registry }: WithRegistry, ids: number[]): Promise<void> {
  const now = new Date();
  for (const kind of repositoryKinds)
    await registry.updateMany({ _id: { $in: ids } }, { $min: { [`${kind}.due_at`]: now } });
}
