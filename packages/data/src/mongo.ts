/** Database connection of a service, sequences and the schema of entities. */
import mongoose, { Schema, type Connection, type SchemaDefinition } from 'mongoose';
import { isTracing, type Metrics } from '@forgemesh/telemetry';
import { traceCommands } from './command-spans';
import { wherePresent } from './indexes';
import { CombinedCommands } from './store/combined-commands';
import { IdBlocks } from './store/id-blocks';
import { observeWrite, type ObservedWrite } from './store/observed-write';
import { isDuplicateKey } from './write-conflicts';

// An empty string is a value: only null and undefined are missing.
Schema.Types.String.checkRequired((value: unknown) => typeof value === 'string');

/** Maximum duration of one database operation, in milliseconds. */
const OPERATION_TIMEOUT_MS = 15_000;

/**
 * Maximum time to open a connection and to receive a heartbeat, in milliseconds. An address that no
 * machine has any more refuses nothing: a replaced Kubernetes pod has a new address, and connection
 * attempts to the old one wait for all of this time.
 */
const CONNECT_TIMEOUT_MS = 5_000;

/** Database of a service. */
export interface DatabaseOptions {
  uri: string;
  database: string;
  metrics: Metrics;
}

/**
 * Opens the connection; resolves when the server has responded. Reconnects automatically
 * afterwards.
 */
export async function connectDatabase({ uri, database, metrics }: DatabaseOptions): Promise<Connection> {
  const connection = mongoose.createConnection(uri, { ...clientOptions, dbName: database });
  await connection.asPromise();
  measureCommands(connection, metrics);
  return connection;
}

const clientOptions = {
  autoIndex: false,
  autoCreate: false,
  bufferCommands: false,
  // An acknowledged write is on disk, on a majority if there is a replica set.
  writeConcern: { w: 'majority', journal: true },
  serverSelectionTimeoutMS: 2_000,
  connectTimeoutMS: CONNECT_TIMEOUT_MS,
  heartbeatFrequencyMS: CONNECT_TIMEOUT_MS,
  socketTimeoutMS: OPERATION_TIMEOUT_MS,
  maxPoolSize: 20,
  monitorCommands: true,
} as const;

/** The databases of a process: those with the same address share a client and its connections. */
export interface DatabaseClients {
  /** Opens a database; resolves when the server has responded. */
  open(options: DatabaseOptions): Promise<Connection>;
  /** Closes all clients. */
  close(): Promise<void>;
}

/** Creates the clients of a process; nothing is opened yet. */
export function createDatabaseClients(): DatabaseClients {
  const clients = new Map<string, Connection>();
  const clientOf = (uri: string): Connection => {
    const client = clients.get(uri) ?? mongoose.createConnection(uri, clientOptions);
    clients.set(uri, client);
    return client;
  };
  return {
    async open({ uri, database, metrics }) {
      const client = clientOf(uri);
      try {
        await client.asPromise();
      } catch (error) {
        // The next attempt needs a new client.
        if (clients.get(uri) === client) clients.delete(uri);
        throw error;
      }
      const connection = client.useDb(database);
      measureCommands(connection, metrics);
      if (isTracing()) traceCommands(connection);
      return connection;
    },
    close: async () => void (await Promise.all([...clients.values()].map((client) => client.close()))),
  };
}

function measureCommands(connection: Connection, metrics: Metrics): void {
  connection
    .getClient()
    .on('commandSucceeded', ({ commandName, databaseName, duration }: mongoose.mongo.CommandSucceededEvent) => {
      if (databaseName === connection.name) metrics.queried.observe({ command: commandName }, duration / 1000);
    });
}

/**
 * Calls `onWrite` for every write of this process when the server has responded, before the writer
 * receives the result.
 */
export function watchWrites(connection: Connection, onWrite: (write: ObservedWrite) => void): void {
  const client = connection.getClient();
  const written = new Map<number, ObservedWrite>();
  client.on('commandStarted', (event: mongoose.mongo.CommandStartedEvent) => {
    // Other databases may share the client.
    const write = event.databaseName === connection.name ? observeWrite(event) : undefined;
    if (write) written.set(event.requestId, write);
  });
  const settle = ({ requestId }: { requestId: number }): void => {
    const write = written.get(requestId);
    if (!write) return;
    written.delete(requestId);
    onWrite(write);
  };
  client.on('commandSucceeded', settle);
  // It may have been carried out.
  client.on('commandFailed', settle);
}

interface SequenceDocument {
  _id: string;
  value: number;
}

/** Draws numbers by name: the ids of a collection, the iids of a project. */
export interface Sequences {
  /**
   * Draws an id of the sequence, or the first of `count` consecutive ones. Ids of concurrent
   * callers may be drawn together, and some numbers are never used. Ids of this process are in the
   * order of the calls.
   */
  nextId(name: string, count?: number): Promise<number>;
  /**
   * Draws the next number of a sequence, or the first of `count` consecutive ones; the very first
   * is 1.
   */
  next(name: string, count?: number): Promise<number>;
  /** Raises a sequence so that the next number is greater than `value`. */
  raise(name: string, value: number): Promise<void>;
  /** Returns the names of the used sequences that begin with `prefix`. */
  names(prefix: string): Promise<string[]>;
}

/** Creates the sequences of a database. */
export function createSequences(connection: Connection): Sequences {
  const model = connection.model<SequenceDocument>(
    'sequences',
    new Schema<SequenceDocument>({ _id: String, value: Number }, { versionKey: false, collection: 'sequences' }),
  );
  const draw = async (name: string, count: number): Promise<number> => {
    for (;;) {
      // Without upsert: on some engines two concurrent first draws would both insert and draw the
      // same number.
      const document = await model
        .findOneAndUpdate({ _id: name }, { $inc: { value: count } }, { returnDocument: 'after' })
        .lean();
      if (document) return document.value - count + 1;
      await model.create([{ _id: name, value: 0 }]).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
    }
  };
  const draws = new Map<string, { combined: CombinedCommands<number, number>; callers: number }>();
  // Numbers that several callers draw from one sequence at the same time are drawn together.
  const next = async (name: string, count = 1): Promise<number> => {
    const current = draws.get(name) ?? {
      combined: new CombinedCommands<number, number>((counts) => drawAll(name, counts)),
      callers: 0,
    };
    draws.set(name, current);
    current.callers++;
    try {
      return await current.combined.request(count);
    } finally {
      if (--current.callers === 0) draws.delete(name);
    }
  };
  const drawAll = async (name: string, counts: readonly number[]): Promise<PromiseFulfilledResult<number>[]> => {
    let first = await draw(
      name,
      counts.reduce((sum, count) => sum + count, 0),
    );
    return counts.map((count) => {
      first += count;
      return { status: 'fulfilled', value: first - count };
    });
  };
  const blocks = new IdBlocks(next);
  return {
    next,
    nextId: (name, count) => blocks.take(name, count),
    async raise(name, value) {
      await model.updateOne({ _id: name }, { $max: { value } }, { upsert: true });
    },
    async names(prefix) {
      const begin = { $gte: prefix, $lt: `${prefix}\uffff` };
      const sequences = await model.find({ _id: begin }, { _id: 1 }).lean();
      return sequences.map(({ _id: name }) => name);
    },
  };
}

/** Origin of the request that caused an event. */
export interface EventOrigin {
  /** Address of the client. */
  address: string;
  /** Id of the token in identity; absent for requests without a token. */
  token_id?: number;
  /** Id of the user who owns the token. Differs from the actor under sudo. */
  real_user_id?: number;
}

/** An event in the outbox of its document, until it is published. */
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
  /** The span that caused it, as a `traceparent`; absent while tracing is off. */
  trace_parent?: string;
  /** Origin of the request; absent for work that no request started. */
  origin?: EventOrigin;
  at: Date;
  /** The changes as the event carries them. */
  changes: Record<string, unknown>;
}

/** A number from a sequence, or a name derived from the subject of the document. */
export type EntityId = number | string;

/** Fields that every stored entity has. */
export interface EntityDocument<Id extends EntityId = number> {
  _id: Id;
  /** Incremented with each change; events carry it. */
  version: number;
  /** Id of the write that created the document, so that a repeated request finds it. */
  operation_id?: string;
  /** Events that have not been published. */
  outbox?: OutboxEntry[];
  /** When the oldest of them was written; absent if there are none. */
  outbox_at?: Date;
}

/**
 * Creates the schema of an entity: its own fields and those of `EntityDocument`, with their
 * indexes.
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
  schema.index({ outbox_at: 1 }, wherePresent('outbox_at'));
  schema.index({ operation_id: 1 }, { unique: true, ...wherePresent('operation_id') });
  return schema;
}
