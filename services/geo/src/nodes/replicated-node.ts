/** The list of nodes as secondaries store it: without credentials. */
import type { EntityStore } from '@forgemesh/data';
import { capacities, nodeKeys, type NodeDocument } from './node.model';

const replicatedFields = [
  ...['_id', 'name', 'url', 'internal_url', 'primary', 'enabled', 'sync_object_storage', 'report'],
  ...['reported_at', 'created_at', 'updated_at'],
  ...['selective_sync_type', 'selective_sync_namespace_ids', 'paused'],
  ...capacities,
] as (keyof NodeDocument)[];

/** Selects the fields of a node that are sent to secondaries. */
export function toReplicatedNode(node: NodeDocument): Partial<NodeDocument> {
  return Object.fromEntries(
    replicatedFields.filter((name) => node[name] !== undefined).map((name) => [name, node[name]]),
  );
}

/** Replaces the list of nodes by that of the primary. */
export async function storeReplicatedNodes(
  { model }: EntityStore<NodeDocument>,
  copies: NodeDocument[],
): Promise<void> {
  await model.deleteMany({ _id: { $nin: copies.map(({ _id }) => _id) } });
  for (const { _id, reported_at: reportedAt, ...copy } of copies) {
    const dates = {
      ...(reportedAt && { reported_at: new Date(reportedAt) }),
      created_at: new Date(copy.created_at),
      updated_at: new Date(copy.updated_at),
    };
    const node = { ...copy, ...dates, ...nodeKeys(copy), version: 1 };
    await model.replaceOne({ _id }, { _id, ...node }, { upsert: true });
  }
}
