/** Changes of the registry that events and the walk over all projects cause. */
import { forgetFilesOf } from '../files/files';
import type { Geo } from '../deps';
import { copyKinds, newCopy, type CopyKind, type RegistryDocument } from './registry.model';

type WithRegistry = Pick<Geo, 'registry' | 'clients'>;

/**
 * Remembers that copies of projects are not as the primary's any more. Projects that are new get
 * their place.
 */
export async function markDue({ registry }: WithRegistry, ids: number[], kinds: readonly CopyKind[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await registry.find({ _id: { $in: ids } }, { _id: 1 }).lean<RegistryDocument[]>();
  const knownIds = new Set(known.map(({ _id }) => _id));
  for (const id of ids.filter((one) => !knownIds.has(one))) {
    const fresh = { repository: newCopy(), wiki: newCopy() };
    await registry.updateOne({ _id: id }, { $setOnInsert: fresh }, { upsert: true });
  }
  const now = new Date();
  for (const kind of kinds) {
    await registry.updateMany(
      { _id: { $in: [...knownIds] } },
      { $set: { [`${kind}.state`]: 'pending', [`${kind}.due_at`]: now }, $inc: { [`${kind}.generation`]: 1 } },
    );
  }
}

/** Asks for copies to be compared soon, without taking them for old. */
export async function verifySoon({ registry }: WithRegistry, ids: number[]): Promise<void> {
  const now = new Date();
  for (const kind of copyKinds) await registry.updateMany({ _id: { $in: ids } }, { $min: { [`${kind}.due_at`]: now } });
}

/** Removes the copies of a project that is gone on the primary. */
export async function forgetProject(
  { registry, clients, ...deps }: WithRegistry & Pick<Geo, 'files' | 'fileStore'>,
  id: number,
): Promise<void> {
  await forgetFilesOf(deps, id);
  await clients.replicas.removeReplicas({ project_id: id }, { timeoutMs: 600_000 });
  await registry.deleteOne({ _id: id });
}
