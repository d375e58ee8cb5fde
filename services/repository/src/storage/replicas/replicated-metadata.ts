/**
 * Metadata that replicas need in addition to the repository, because responses about branches and
 * tags contain it: the protections and releases of a project.
 */
import type { EntityDocument, EntityStore } from '@forgemesh/data';
import { digestOf } from '#content';
import type { ReplicasDeps } from './deps';

/** The stores with their replicated fields, in the order of comparison. */
const copied = {
  protectedBranches: [
    ...['_id', 'project_id', 'name', 'push_access_levels', 'merge_access_levels'],
    ...['unprotect_access_levels', 'allow_force_push', 'code_owner_approval_required'],
    ...['last_entry_id', 'named', 'created_at'],
  ],
  protectedTags: ['_id', 'project_id', 'name', 'create_access_levels', 'named', 'created_at'],
  releases: [
    ...['_id', 'project_id', 'tag_name', 'name', 'description', 'sha', 'author_id', 'links', 'last_link_id'],
    ...['created_at', 'released_at'],
  ],
} as const;
type StoreName = keyof typeof copied;

/** The documents of one project, by store. */
export type ReplicatedMetadata = Record<StoreName, Record<string, unknown>[]>;

/** Reads the metadata of a project. */
export async function readMetadata(
  stores: Pick<ReplicasDeps, StoreName>,
  projectId: number,
): Promise<ReplicatedMetadata> {
  const names = Object.keys(copied) as StoreName[];
  const read = names.map(async (name) => [name, await readStore(stores, name, projectId)] as const);
  return Object.fromEntries(await Promise.all(read)) as ReplicatedMetadata;
}

async function readStore(
  stores: Pick<ReplicasDeps, StoreName>,
  name: StoreName,
  projectId: number,
): Promise<Record<string, unknown>[]> {
  const found = await storeOf(stores, name).model.find({ project_id: projectId }).lean<Record<string, unknown>[]>();
  const picked = found.map((document) =>
    Object.fromEntries(copied[name].flatMap((field) => (field in document ? [[field, document[field]]] : []))),
  );
  return picked.sort((one, other) => Number(one['_id']) - Number(other['_id']));
}

/** A digest for comparing metadata. */
export function metadataDigest(metadata: ReplicatedMetadata): string {
  return digestOf(Object.values(metadata));
}

/**
 * Replaces the metadata of a project. Concurrent readers may see a mixture of old and new
 * documents.
 */
export async function storeMetadata(
  stores: Pick<ReplicasDeps, StoreName>,
  projectId: number,
  metadata: ReplicatedMetadata,
): Promise<void> {
  for (const name of Object.keys(copied) as StoreName[]) {
    const { model } = storeOf(stores, name);
    const documents = metadata[name];
    await model.deleteMany({ project_id: projectId, _id: { $nin: documents.map(({ _id: id }) => Number(id)) } });
    for (const document of documents)
      await model.replaceOne({ _id: Number(document['_id']) }, { ...document, version: 1 }, { upsert: true });
  }
}

function storeOf(
  stores: Pick<ReplicasDeps, StoreName>,
  name: StoreName,
): EntityStore<EntityDocument & { project_id: number }> {
  return stores[name] as unknown as EntityStore<EntityDocument & { project_id: number }>;
}
