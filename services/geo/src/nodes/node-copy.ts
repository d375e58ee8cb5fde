/** The list of nodes as secondaries keep it: without credentials. */
import type { EntityStore } from '@forgemesh/data';
import { capacities, nodeKeys, type NodeDocument } from './node.model';

const copied = [
  ...['_id', 'name', 'url', 'internal_url', 'primary', 'enabled', 'sync_object_storage', 'report'],
  ...['reported_at', 'created_at', 'updated_at'],
  ...capacities,
] as (keyof NodeDocument)[];

/** What a secondary is told of a node. */
export function copyOfNode(node: NodeDocument): Partial<NodeDocument> {
  return Object.fromEntries(copied.filter((name) => node[name] !== undefined).map((name) => [name, node[name]]));
}

/** Makes the list of nodes what the primary told. */
export async function storeNodeCopies({ model }: EntityStore<NodeDocument>, copies: NodeDocument[]): Promise<void> {
  await model.deleteMany({ _id: { $nin: copies.map(({ _id }) => _id) } });
  for (const { _id, reported_at: reportedAt, ...copy } of copies) {
    const dates = {
      ...(reportedAt && { reported_at: new Date(reportedAt) }),
      ...{ created_at: new Date(copy.created_at), updated_at: new Date(copy.updated_at) },
    };
    const node = { ...copy, ...dates, ...nodeKeys(copy), version: 1 };
    await model.replaceOne({ _id }, { _id, ...node }, { upsert: true });
  }
}
