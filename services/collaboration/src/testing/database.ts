/** What the database of this service has, for facts that no operation tells. */
import { mesh } from '@forgemesh/kit/testing';
import mongoose from 'mongoose';
import type { NoteableType } from '../notes/note.model';
import type { Made } from './fixtures';

/** Texts of the system notes of an item, the oldest first. */
export async function systemNotes(type: NoteableType, item: Made): Promise<string[]> {
  const { mongodbUri, databasePrefix } = mesh();
  const connection = await mongoose
    .createConnection(mongodbUri, { dbName: `${databasePrefix}_collaboration` })
    .asPromise();
  try {
    const rows = await connection
      .collection('notes')
      .find({ noteable_type: type, noteable_id: item.id, system: true })
      .sort({ _id: 1 })
      .toArray();
    return rows.map(({ body }) => String(body));
  } finally {
    await connection.close();
  }
}
