/**
 * Indexes of the collections.
 *
 * Some engines rewrite all index entries of a document with each of its changes, so an index that
 * few documents need holds only those. A sparse index is not enough: such engines also store an
 * entry for each document that lacks the field.
 */
import type mongoose from 'mongoose';
import type { Connection, IndexOptions, Model } from 'mongoose';
import { retryWriteConflicts } from './write-conflicts';

/**
 * Options of an index of only the documents that have a field. A query uses it if it compares the
 * field for equality or with a lower bound, or has the condition `$exists: true`.
 */
export function wherePresent(field: string): IndexOptions {
  return { partialFilterExpression: { [field]: { $exists: true } } };
}

/**
 * Options of an index of only the documents in which a field has a value: a number greater than
 * zero or a string that is not empty, or an array with one. A query uses it if it compares the
 * field for equality or with a lower bound.
 */
export function whereGreater(field: string, least: 0 | ''): IndexOptions {
  return { partialFilterExpression: { [field]: { $gt: least } } };
}

/**
 * Creates the indexes of all models of a connection, and drops those on the same fields that an
 * earlier release declared with other options. Can be repeated, also by several processes
 * concurrently.
 */
export async function ensureIndexes(connection: Connection): Promise<void> {
  for (const model of Object.values(connection.models)) {
    const indexes = model.schema.indexes().map(([key, options]) => describe(key, options));
    if (indexes.length === 0) continue;
    // All indexes of a collection in one command: separate commands take as long each.
    const command = { createIndexes: model.collection.name, indexes };
    const { numIndexesAfter } = await retryWriteConflicts(() => databaseOf(connection).command(command));
    // The one of the ids is not declared.
    if (Number(numIndexesAfter) > indexes.length + 1) await dropReplaced(model, indexes);
  }
}

/** Drops an index if it exists. */
export async function dropIndex<T>({ collection }: Model<T>, name: string): Promise<void> {
  const exists = async (): Promise<boolean> => (await collection.indexes()).some((index) => index.name === name);
  if (!(await exists())) return;
  try {
    await collection.dropIndex(name);
  } catch (error) {
    // Another process has dropped it.
    if (await exists()) throw error;
  }
}

type IndexDescription = mongoose.mongo.IndexDescription & { name: string };

function describe(key: Record<string, unknown>, options: IndexOptions): IndexDescription {
  const parts = Object.entries(key).flat();
  // A partial index exists beside the complete one that it replaces until that is dropped.
  const name = [...parts, ...(options.partialFilterExpression ? ['partial'] : [])].join('_');
  return { name, ...options, key } as IndexDescription;
}

async function dropReplaced<T>(model: Model<T>, declared: readonly IndexDescription[]): Promise<void> {
  const names = new Set(declared.map(({ name }) => name));
  const keys = new Set(declared.map(({ key }) => JSON.stringify(key)));
  const stored = await model.collection.indexes();
  for (const { name, key } of stored)
    if (name !== undefined && !names.has(name) && keys.has(JSON.stringify(key))) await dropIndex(model, name);
}

function databaseOf({ db }: Connection): mongoose.mongo.Db {
  if (!db) throw new Error('The database is not connected');
  return db;
}
