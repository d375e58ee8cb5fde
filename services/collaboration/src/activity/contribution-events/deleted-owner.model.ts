/**
 * Deleted projects and users. A contribution event that is stored after its project or author was
 * deleted is found by these records and removed again.
 */
import { retryWriteConflicts } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';

/** Kinds of objects that contribution events belong to. */
export type OwnerKind = 'project' | 'user';

/** A deleted project or user; kept, because ids are never used again. */
export interface DeletedOwnerDocument {
  /** `<kind>:<id>`. */
  _id: string;
}

/** Creates the model. */
export function createDeletedOwnerModel(connection: Connection): Model<DeletedOwnerDocument> {
  const schema = new Schema<DeletedOwnerDocument>(
    { _id: String },
    { versionKey: false, collection: 'deleted_owners', strict: 'throw', strictQuery: 'throw' },
  );
  return connection.model<DeletedOwnerDocument>('deleted_owners', schema);
}

/**
 * Records deleted projects or users. It has to precede the removal of their contribution events: of
 * an event that is stored meanwhile, either the removal or the writer finds the other.
 */
export async function recordDeletedOwners(
  model: Model<DeletedOwnerDocument>,
  kind: OwnerKind,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const upserts = ids.map((id) => {
    const _id = keyOf(kind, id);
    return { updateOne: { filter: { _id }, update: { $setOnInsert: { _id } }, upsert: true } };
  });
  await retryWriteConflicts(() => model.bulkWrite(upserts, { ordered: false }));
}

/** Those of the projects and users that are recorded as deleted. */
export async function findDeletedOwners(
  model: Model<DeletedOwnerDocument>,
  { projects, users }: { projects: readonly number[]; users: readonly number[] },
): Promise<{ projects: number[]; users: number[] }> {
  const keys = [...projects.map((id) => keyOf('project', id)), ...users.map((id) => keyOf('user', id))];
  const found = new Set((await model.find({ _id: { $in: keys } }).lean()).map(({ _id }) => _id));
  return {
    projects: projects.filter((id) => found.has(keyOf('project', id))),
    users: users.filter((id) => found.has(keyOf('user', id))),
  };
}

function keyOf(kind: OwnerKind, id: number): string {
  return `${kind}:${id}`;
}
