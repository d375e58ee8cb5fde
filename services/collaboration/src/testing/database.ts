/** Direct access to the service's database, for states that no operation creates or shows. */
import { mesh, type Created } from '@forgemesh/testing';
import mongoose, { type Connection } from 'mongoose';
import type { NoteableType } from '#items/model/item.model';

/** A stored document. */
export interface StoredRow {
  _id: number;
  [field: string]: unknown;
}

/** Calls a function with a connection to the database of a service, and closes the connection. */
export async function inDatabase<T>(
  run: (connection: Connection) => Promise<T>,
  service = 'collaboration',
): Promise<T> {
  const { mongodbUri, databasePrefix } = mesh();
  const connection = mongoose.createConnection(mongodbUri, { dbName: `${databasePrefix}_${service}` });
  try {
    return await run(await connection.asPromise());
  } finally {
    await connection.close();
  }
}

/** Inserts an item directly. Its id is far above those that the service draws. */
export async function insertItem(
  collection: 'merge_requests' | 'epics',
  fields: Record<string, unknown>,
): Promise<{ id: number; iid: number }> {
  const id = 1_000_000_000 + Math.floor(Math.random() * 1_000_000_000);
  const now = new Date();
  await inDatabase((connection) =>
    connection.collection<StoredRow>(collection).insertOne({
      _id: id,
      iid: id,
      version: 1,
      title: 'Inserted',
      discussion_locked: null,
      user_notes_count: 0,
      upvotes: 0,
      downvotes: 0,
      created_at: now,
      updated_at: now,
      ...fields,
    }),
  );
  return { id, iid: id };
}

/** Texts of the system notes of an item, oldest first. */
export async function systemNotes(type: NoteableType, item: Created): Promise<string[]> {
  const filter = { noteable_type: type, noteable_id: item.id, system: true };
  const rows = await inDatabase((connection) => connection.collection('notes').find(filter).sort({ _id: 1 }).toArray());
  return rows.map(({ body }) => String(body));
}
