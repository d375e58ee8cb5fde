/** Connection to the database of a service, sequences, and what database errors mean. */
import { setTimeout } from 'node:timers/promises';
import mongoose, { Schema, type Connection, type SchemaDefinition } from 'mongoose';
import { UnavailableError } from '@forgemesh/errors';
import type { Metrics } from '@forgemesh/telemetry';

// An empty text is a value: only null and undefined are missing.
Schema.Types.String.checkRequired((value: unknown) => typeof value === 'string');

/** Longest time that one database operation may take, in milliseconds. */
const OPERATION_TIMEOUT_MS = 15_000;

/**
 * Longest time that a connection may take to open, and the server to say that it is well. An
 * address behind which nobody is any more refuses nothing: a pod of Kubernetes that was replaced
 * has a new one, and who waits for the old one waits for all of this time.
 */
const CONNECT_TIMEOUT_MS = 5_000;
const DUPLICATE_KEY = 11000;

/** Where a service keeps its data. */
export interface DatabaseOptions {
  uri: string;
  database: string;
  metrics: Metrics;
}

/** Opens the connection; resolves when the server answered. Reconnects by itself afterwards. */
export async function connectDatabase({ uri, database, metrics }: DatabaseOptions): Promise<Connection> {
  const connection = mongoose.createConnection(uri, {
    dbName: database,
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    // An acknowledged write is on disk, on a majority where there is a replica set.
    writeConcern: { w: 'majority', journal: true },
    serverSelectionTimeoutMS: 2_000,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    heartbeatFrequencyMS: CONNECT_TIMEOUT_MS,
    socketTimeoutMS: OPERATION_TIMEOUT_MS,
    maxPoolSize: 20,
    monitorCommands: true,
  });
  await connection.asPromise();
  connection
    .getClient()
    .on('commandSucceeded', ({ commandName, duration }: { commandName: string; duration: number }) => {
      metrics.queried.observe({ command: commandName }, duration / 1000);
    });
  return connection;
}

const writeCommands = new Set(['insert', 'update', 'delete', 'findAndModify', 'drop', 'dropDatabase']);

/**
 * Tells of every write of this process as soon as the server has answered it, before the writer
 * learns of it.
 */
export function watchWrites(connection: Connection, onWrite: (collection: string) => void): void {
  const client = connection.getClient();
  const written = new Map<number, string>();
  client.on('commandStarted', ({ commandName, requestId, command }: mongoose.mongo.CommandStartedEvent) => {
    if (writeCommands.has(commandName)) written.set(requestId, String(command[commandName]));
  });
  const settle = ({ requestId }: { requestId: number }): void => {
    const collection = written.get(requestId);
    if (collection === undefined) return;
    written.delete(requestId);
    onWrite(collection);
  };
  client.on('commandSucceeded', settle);
  // It may have been done all the same.
  client.on('commandFailed', settle);
}

/**
 * Makes the indexes of all models of a connection; safe to repeat, and for several processes at
 * once.
 */
export async function ensureIndexes(connection: Connection): Promise<void> {
  for (const { schema, collection } of Object.values(connection.models)) {
    const indexes = schema.indexes().map(([key, options]) => ({ key, ...options }) as mongoose.mongo.IndexDescription);
    // All of a collection at once: each question of its own takes as long.
    if (indexes.length > 0) await retryUndone(() => collection.createIndexes(indexes));
  }
}

/**
 * What DocumentDB says instead of code 11000 when two writers bring the same key at the same
 * moment.
 */
const duplicateText = /violates exclusion constraint/;

/** Whether an error is a duplicate key. Nothing more can be told from it on every engine. */
export function isDuplicateKey(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && error.code === DUPLICATE_KEY) ||
    (error instanceof mongoose.mongo.MongoServerError && duplicateText.test(error.message))
  );
}

/**
 * PostgreSQL's words, which DocumentDB passes on, for a write that was undone because of another
 * one and may be tried again.
 */
const undoneText = /deadlock detected|could not serialize access/;
/** How long a write that is undone again and again is repeated: less than a caller waits. */
const UNDONE_RETRY_MS = 8_000;
/**
 * Rivals that were undone together wait unequally before they try again, up to so long after the
 * first try and twice as long after each further one: a crowd that came at the same moment thins
 * out until one of them meets nobody.
 */
const UNDONE_PAUSE_MS = 20;
const UNDONE_LONGEST_PAUSE_MS = 600;

/**
 * Runs a write, and again where the engine undid it in favour of another one; 503 where that never
 * ends.
 */
export async function retryUndone<T>(write: () => Promise<T>): Promise<T> {
  const end = Date.now() + UNDONE_RETRY_MS;
  for (let tries = 1; ; tries++) {
    try {
      return await write();
    } catch (error) {
      const isUndone = error instanceof mongoose.mongo.MongoServerError && undoneText.test(error.message);
      if (!isUndone) throw error;
      if (Date.now() > end) throw new UnavailableError('The resource changes too quickly, try again', { cause: error });
      await setTimeout(Math.random() * Math.min(UNDONE_LONGEST_PAUSE_MS, UNDONE_PAUSE_MS * 2 ** tries));
    }
  }
}

interface SequenceDocument {
  _id: string;
  value: number;
}

/** Draws consecutive numbers by name: the ids of a collection, the iids of a project. */
export interface Sequences {
  /**
   * The next number of a sequence, or the first of several that are drawn together; the first of
   * all is 1.
   */
  next(name: string, count?: number): Promise<number>;
  /** Raises a sequence so that the next number is greater than `value`. */
  raise(name: string, value: number): Promise<void>;
  /** Names of the sequences that begin so, of which a number was drawn. */
  names(prefix: string): Promise<string[]>;
}

/** Makes the sequences of a database. */
export function createSequences(connection: Connection): Sequences {
  const model = connection.model<SequenceDocument>(
    'sequences',
    new Schema<SequenceDocument>({ _id: String, value: Number }, { versionKey: false, collection: 'sequences' }),
  );
  return {
    async next(name, count = 1) {
      for (;;) {
        // Without upsert: on some engines two first draws at once would both insert, and draw the
        // same number.
        const document = await model
          .findOneAndUpdate({ _id: name }, { $inc: { value: count } }, { returnDocument: 'after' })
          .lean();
        if (document) return document.value - count + 1;
        await model.create([{ _id: name, value: 0 }]).catch((error: unknown) => {
          if (!isDuplicateKey(error)) throw error;
        });
      }
    },
    async raise(name, value) {
      await model.updateOne({ _id: name }, { $max: { value } }, { upsert: true });
    },
    async names(prefix) {
      const begin = { $gte: prefix, $lt: `${prefix}\uffff` };
      const found = await model.find({ _id: begin }, { _id: 1 }).lean();
      return found.map(({ _id: name }) => name);
    },
  };
}

/** Where the request that caused an event came from. */
export interface EventOrigin {
  /** Address of the client. */
  address: string;
  /** Id of the token in identity; absent for requests without a token. */
  token_id?: number;
  /** User who holds the token. Differs from the actor under sudo. */
  real_user_id?: number;
}

/** An event in the outbox of its document, published and removed by the relay. */
export interface OutboxEntry {
  /** Id of the event; consumers key their effects by it. */
  id: string;
  /** `<service>.<resource>.<past_tense>`. */
  type: string;
  /** Version of the document after the change. */
  version: number;
  /** Id of the user who caused it; null for the system. */
  actor: number | null;
  /** Id of the request that caused it. */
  correlation_id: string;
  /** Where the request came from; absent for work that no request started. */
  origin?: EventOrigin;
  at: Date;
  /** What changed, in the words of the event. */
  changes: Record<string, unknown>;
}

/** Number that a sequence gave, or a name that follows from what the document is about. */
export type EntityId = number | string;

/** Fields that every stored entity has. */
export interface EntityDocument<Id extends EntityId = number> {
  _id: Id;
  /** Grows by one with each change; events carry it. */
  version: number;
  /** Id of the write that created the document, so that a repeated request finds it. */
  operation_id?: string;
  /** Events that are not published yet. */
  outbox?: OutboxEntry[];
  /** When the oldest of them was written; absent while there is none. */
  outbox_at?: Date;
}

/**
 * Makes the schema of an entity: its own fields and those of `EntityDocument` with their indexes.
 */
export function entitySchema<T extends EntityDocument<EntityId>>(
  collection: string,
  definition: Record<string, unknown>,
): Schema<T> {
  const schema = new Schema<T>(
    {
      _id: Number,
      version: { type: Number, required: true },
      operation_id: String,
      outbox: { type: [Schema.Types.Mixed], default: undefined },
      outbox_at: Date,
      ...definition,
    } as unknown as SchemaDefinition<T>,
    { versionKey: false, minimize: false, collection, strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ outbox_at: 1 }, { sparse: true });
  schema.index({ operation_id: 1 }, { unique: true, sparse: true });
  return schema;
}
