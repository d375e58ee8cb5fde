/**
 * Changes and their events are one atomic document update.
 *
 * `EntityStore` writes an event into the `outbox` of the document that it concerns. The relay publishes at once and a sweep
 * finishes what a crash left; only what the stream has stored is taken out. Consumers may therefore see an event twice, never not at all.
 */
import { randomUUID } from 'node:crypto';
import { Schema, type Connection, type Model, type QueryFilter, type UpdateQuery } from 'mongoose';
import { UnavailableError } from './errors';
import type { EventBus, ForgeEvent } from './events';
import type { Logger } from './logging';
import { currentRequestId } from './scope';
import { isDuplicateKey, retryUndone, type EntityDocument, type OutboxEntry, type Sequences } from './mongo';
import type { Metrics } from './telemetry';

/** Between sweeps while events wait, and while none does: then only a process that dies leaves any. */
const SWEEP_INTERVAL_MS = 2_000;
const IDLE_INTERVAL_MS = 5_000;
/** What is younger is still in the hands of the process that wrote it. */
const SWEEP_AGE_MS = 2_000;
const SWEEP_BATCH = 200;
const MUTATE_TRIES = 20;

/** An event as a handler states it. */
export interface NewEvent {
  /** Id of the event, where the one who causes it does at once what its consumer repairs: effects are keyed by it. Drawn where absent. */
  id?: string;
  /** `<service>.<resource>.<past_tense>`. */
  type: string;
  /** Id of the user who caused it; null for the system. */
  actor: number | null;
  changes?: Record<string, unknown>;
}

/** A change that `mutate` applies: update operators and the events that tell of it. */
export interface Change<T> {
  set?: Partial<Omit<T, keyof EntityDocument>>;
  /** Further operators (`$inc`, `$addToSet`, `$unset`). */
  update?: UpdateQuery<T>;
  events?: NewEvent[];
}

/** How the entities of a store appear in events. */
export type PresentForEvent<T> = (document: T) => Promise<object> | object;

interface PendingDeletion {
  _id: string;
  collection_name: string;
  document_id: number;
  event: ForgeEvent;
  at: Date;
}

/** What an outbox needs. */
export interface OutboxOptions {
  connection: Connection;
  sequences: Sequences;
  bus: EventBus;
  service: string;
  log: Logger;
  metrics: Metrics;
  /** Events that may wait for NATS before writes are refused. */
  limit: number;
}

/** Publishes what the stores of a service leave in their documents. */
export class Outbox {
  private readonly stores = new Map<string, EntityStore<EntityDocument>>();
  private readonly flights = new Map<string, Promise<void>>();
  private readonly deletions: Model<PendingDeletion>;
  private timer: NodeJS.Timeout | undefined;
  private sweeping = false;
  private waiting = 0;

  constructor(private readonly options: OutboxOptions) {
    this.deletions = options.connection.model<PendingDeletion>(
      'pending_deletions',
      new Schema<PendingDeletion>(
        { _id: String, collection_name: String, document_id: Number, event: Schema.Types.Mixed, at: Date },
        { versionKey: false, collection: 'pending_deletions', minimize: false },
      ),
    );
  }

  /** Makes the store of a model. `own` selects the documents that this process can present, where it is not one like the others. */
  store<T extends EntityDocument>(
    model: Model<T>,
    present: PresentForEvent<T>,
    own: QueryFilter<T> = {},
  ): EntityStore<T> {
    const store = new EntityStore<T>(model, present, this, this.options.sequences, own);
    this.stores.set(model.collection.name, store as unknown as EntityStore<EntityDocument>);
    return store;
  }

  /** Refuses further events with 503 while too many wait. */
  assertCapacity(): void {
    if (this.waiting >= this.options.limit)
      throw new UnavailableError('Too many events wait to be published', { retryAfter: 5 });
  }

  /** Starts the sweep that publishes what a crash or an absence of NATS left behind. */
  startSweep(): void {
    this.sweeping = true;
    this.sweepIn(0);
  }

  /** Stops the sweep and waits for what is being published. */
  async close(): Promise<void> {
    this.sweeping = false;
    clearTimeout(this.timer);
    await Promise.allSettled(this.flights.values());
  }

  /** Publishes all that waits and is older than a moment. */
  async sweep(): Promise<void> {
    const before = new Date(Date.now() - SWEEP_AGE_MS);
    let waiting = 0;
    for (const store of this.stores.values()) {
      const found = await store.model
        .find({ ...store.own, outbox_at: { $exists: true } }, { outbox_at: 1 }, { limit: SWEEP_BATCH })
        .lean();
      const due = found.filter(({ outbox_at: at }) => at !== undefined && at < before).map(({ _id }) => _id);
      if (this.options.bus.isConnected() && due.length > 0) await this.flush(store, await store.findAll(due));
      waiting += found.length < SWEEP_BATCH ? found.length : await this.countWaiting(store);
    }
    for (const deletion of await this.deletions
      .find({ at: { $lt: before } }, undefined, { limit: SWEEP_BATCH })
      .lean()) {
      await this.settleDeletion(deletion);
    }
    this.waiting = waiting;
    this.options.metrics.outbox.set(waiting);
  }

  private countWaiting({ model, own }: EntityStore<EntityDocument>): Promise<number> {
    return model.countDocuments({ ...own, outbox_at: { $exists: true } }, { limit: this.options.limit }).exec();
  }

  private sweepIn(ms: number): void {
    clearTimeout(this.timer);
    if (this.sweeping) this.timer = setTimeout(() => void this.sweepAgain(), ms);
  }

  private async sweepAgain(): Promise<void> {
    let failed = false;
    try {
      await this.sweep();
    } catch (error) {
      failed = true;
      this.options.log.warn({ err: error }, 'outbox sweep failed');
    }
    const isIdle = !failed && this.waiting === 0 && this.options.bus.isConnected();
    this.sweepIn(isIdle ? IDLE_INTERVAL_MS : SWEEP_INTERVAL_MS);
  }

  /** What could not be published stays with the sweep, which looks again before long. */
  private postponed(error: unknown, fields: Record<string, unknown>): void {
    this.options.log.warn({ err: error, ...fields }, 'event not published yet');
    this.sweepIn(SWEEP_INTERVAL_MS);
  }

  /** Publishes the events of documents soon; never throws. `read` are the documents where they were read after the events were written. */
  flushSoon<T extends EntityDocument>(store: EntityStore<T>, ids: readonly number[], read?: readonly T[]): void {
    const keys = ids.map((id) => `${store.model.collection.name}/${id}`);
    const before = keys.flatMap((key) => this.flights.get(key) ?? []);
    const flight = Promise.all(before)
      // Events before these have been taken out meanwhile.
      .then(async () => this.flush(store, read && before.length === 0 ? read : await store.findAll(ids)))
      .catch((error: unknown) => this.postponed(error, { key: keys[0], documents: keys.length }))
      .finally(() => {
        for (const key of keys) if (this.flights.get(key) === flight) this.flights.delete(key);
      });
    for (const key of keys) this.flights.set(key, flight);
  }

  /** What cannot be published holds up no other document. */
  private async flush<T extends EntityDocument>(store: EntityStore<T>, documents: readonly T[]): Promise<void> {
    const waiting = documents.filter(({ outbox = [] }) => outbox.length > 0);
    const flushed = await Promise.allSettled(waiting.map((document) => this.publish(store, document)));
    const published = waiting.filter((_, at) => flushed[at]?.status === 'fulfilled');
    await store.clearOutboxes(published);
    const failed = flushed.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    if (failed) throw failed.reason;
  }

  private async publish<T extends EntityDocument>(store: EntityStore<T>, document: T): Promise<void> {
    const entity = await store.present(document);
    for (const entry of document.outbox ?? [])
      await this.options.bus.publish(this.toEvent(entry, document._id, entity));
  }

  private toEvent(entry: OutboxEntry, id: number, entity: object): ForgeEvent {
    return {
      specversion: '1.0',
      id: entry.id,
      source: `/forgemesh/${this.options.service}`,
      type: entry.type,
      time: entry.at.toISOString(),
      subject: String(id),
      datacontenttype: 'application/json',
      actor: entry.actor,
      correlationid: entry.correlation_id,
      data: { entity: entity as Record<string, unknown>, version: entry.version, changes: entry.changes },
    };
  }

  /** Deletes a document and tells of it: the event is kept first and published only when the document is gone. */
  async remove<T extends EntityDocument>(store: EntityStore<T>, document: T, event: NewEvent): Promise<boolean> {
    const entry = newEntry(event, document.version + 1);
    const deletion: PendingDeletion = {
      _id: entry.id,
      collection_name: store.model.collection.name,
      document_id: document._id,
      event: this.toEvent(entry, document._id, await store.present(document)),
      at: entry.at,
    };
    await this.deletions.create(deletion);
    if (!(await deleteOne(store, document._id))) {
      await this.deletions.deleteOne({ _id: deletion._id });
      return false;
    }
    const flight = this.settleDeletion(deletion).catch((error: unknown) =>
      this.postponed(error, { event_id: deletion._id }),
    );
    this.flights.set(deletion._id, flight);
    void flight.finally(() => this.flights.delete(deletion._id));
    return true;
  }

  private async settleDeletion(deletion: PendingDeletion): Promise<void> {
    const model = this.stores.get(deletion.collection_name)?.model;
    if (!model) throw new Error(`no store of ${deletion.collection_name}`);
    // The document is still there: the process died before it was deleted, so nothing happened.
    if (!(await model.exists({ _id: deletion.document_id }))) await this.options.bus.publish(deletion.event);
    await this.deletions.deleteOne({ _id: deletion._id });
  }
}

/** Deletes a document; false where it was gone. Some engines delete nothing where an update comes in between: then it is still there. */
async function deleteOne<T extends EntityDocument>({ model }: EntityStore<T>, id: number): Promise<boolean> {
  const filter = { _id: id } as QueryFilter<T>;
  for (let tries = 0; tries < MUTATE_TRIES; tries++) {
    const { deletedCount } = await retryUndone(() => model.deleteOne(filter).exec());
    if (deletedCount > 0) return true;
    if (!(await model.exists(filter))) return false;
  }
  throw new UnavailableError('The resource changes too quickly, try again');
}

function newEntry(event: NewEvent, version: number): OutboxEntry {
  return {
    id: event.id ?? randomUUID(),
    type: event.type,
    version,
    actor: event.actor,
    correlation_id: currentRequestId(),
    at: new Date(),
    changes: event.changes ?? {},
  };
}

/** The documents of one collection, changed together with their events. */
export class EntityStore<T extends EntityDocument> {
  constructor(
    readonly model: Model<T>,
    readonly present: PresentForEvent<T>,
    private readonly outbox: Outbox,
    private readonly sequences: Sequences,
    /** Selects the documents whose waiting events this process publishes. */
    readonly own: QueryFilter<T> = {},
  ) {}

  /** The next id of the collection, or the first of several that are drawn together. */
  nextId(count = 1): Promise<number> {
    return this.sequences.next(this.model.collection.name, count);
  }

  /** One document by id. */
  async find(id: number): Promise<T | null> {
    return (await this.model.findById(id).lean()) as T | null;
  }

  /** Those of several documents that are there. */
  async findAll(ids: readonly number[]): Promise<T[]> {
    const [only] = ids;
    const filter = { _id: ids.length === 1 ? only : { $in: ids } } as QueryFilter<T>;
    return (await this.model.find(filter).lean()) as T[];
  }

  /** The document that an earlier try of the same write made. */
  async findByOperation(operationId: string): Promise<T | null> {
    if (operationId === '') return null;
    return (await this.model.findOne({ operation_id: operationId } as QueryFilter<T>).lean()) as T | null;
  }

  /**
   * Inserts a document with its events. A repeated write (same operation id) returns the document of the first.
   * Throws the duplicate-key error of any other unique index: `isDuplicateKey` tells it.
   */
  async insert(document: Omit<T, 'version' | 'outbox' | 'outbox_at'>, events: NewEvent[] = []): Promise<T> {
    if (events.length > 0) this.outbox.assertCapacity();
    const entries = events.map((event) => newEntry(event, 1));
    const { operation_id: operationId, ...fields } = document;
    const full = {
      ...fields,
      ...(operationId && { operation_id: operationId }),
      version: 1,
      ...(entries.length > 0 && { outbox: entries, outbox_at: entries[0]?.at }),
    } as unknown as T;
    try {
      await retryUndone(() => this.model.create([full] as never));
    } catch (error) {
      const earlier = isDuplicateKey(error) && operationId ? await this.findByOperation(operationId) : null;
      if (earlier) return earlier;
      throw error;
    }
    if (entries.length > 0) this.outbox.flushSoon(this, [full._id]);
    return full;
  }

  /**
   * Inserts documents without events, each named by its operation id: those of an earlier try are left as they are, so that a job may
   * repeat a batch. Of one batch there is one writer at a time. `complete` sets what follows from the id. Returns the ids in the order of the
   * documents.
   */
  async insertMany(
    documents: readonly (Omit<T, '_id' | 'version' | 'outbox' | 'outbox_at'> & { operation_id: string })[],
    complete: (document: T) => T = (document) => document,
  ): Promise<number[]> {
    if (documents.length === 0) return [];
    const wanted = documents.map(({ operation_id: id }) => id);
    const kept = (await this.model
      .find({ operation_id: { $in: wanted } } as QueryFilter<T>, { operation_id: 1 })
      .lean()) as unknown as { _id: number; operation_id: string }[];
    const ids = new Map(kept.map(({ _id, operation_id: operation }) => [operation, _id]));
    const missing = documents.filter(({ operation_id: operation }) => !ids.has(operation));
    if (missing.length > 0) {
      const first = await this.nextId(missing.length);
      missing.forEach(({ operation_id: operation }, at) => ids.set(operation, first + at));
      const rows = missing.map((document, at) =>
        complete({ ...document, _id: first + at, version: 1 } as unknown as T),
      );
      await this.model.insertMany(rows as never[]);
    }
    return wanted.map((operation) => ids.get(operation) as number);
  }

  /**
   * Reads a document, computes its change, and writes it where nobody else changed the document in between; else again.
   * `compute` returns null for nothing to do, and may throw to refuse. Returns the document after the change, or null where there is none.
   */
  async mutate(id: number, compute: (document: T) => Change<T> | null | Promise<Change<T> | null>): Promise<T | null> {
    for (let tries = 0; tries < MUTATE_TRIES; tries++) {
      const document = await this.find(id);
      if (!document) return null;
      const change = await compute(document);
      if (!change) return document;
      const changed = await this.change(document, change);
      if (changed) return changed;
    }
    throw new UnavailableError('The resource changes too quickly, try again');
  }

  /**
   * Writes a change to a document as it is in hand, without reading it again. Returns the document after the change, or null where
   * somebody else changed or removed it meanwhile.
   */
  async change(document: T, change: Change<T>): Promise<T | null> {
    const { filter, update, hasEvents } = this.writeOf(document, change);
    const changed = await retryUndone(() =>
      this.model.findOneAndUpdate(filter, update, { returnDocument: 'after' }).lean().exec(),
    );
    if (changed && hasEvents) this.outbox.flushSoon(this, [document._id], [changed as T]);
    return changed as T | null;
  }

  /** Writes changes to documents as they are in hand, all in one command; those that somebody else changed meanwhile stay as they are. */
  async changeAll(changes: readonly { document: T; change: Change<T> }[]): Promise<void> {
    if (changes.length === 0) return;
    // Whoever writes the same documents does so in the same order, lest two wait for each other.
    const inOrder = changes.toSorted((one, other) => one.document._id - other.document._id);
    const writes = inOrder.map(({ document, change }) => ({ document, ...this.writeOf(document, change) }));
    const updates = writes.map(({ filter, update }) => ({ updateOne: { filter, update } }));
    await retryUndone(() => this.model.bulkWrite(updates as never, { ordered: false }));
    const told = writes.filter(({ hasEvents }) => hasEvents);
    if (told.length > 0)
      this.outbox.flushSoon(
        this,
        told.map(({ document }) => document._id),
      );
  }

  private writeOf(
    document: T,
    { set, update, events = [] }: Change<T>,
  ): { filter: QueryFilter<T>; update: UpdateQuery<T>; hasEvents: boolean } {
    if (events.length > 0) this.outbox.assertCapacity();
    const entries = events.map((event) => newEntry(event, document.version + 1));
    const { $set, $inc, $push, ...operators } = (update ?? {}) as Record<string, Record<string, unknown>>;
    const hasEvents = entries.length > 0;
    const isFirst = hasEvents && !document.outbox_at;
    return {
      filter: { _id: document._id, version: document.version } as QueryFilter<T>,
      update: {
        ...operators,
        $set: { ...$set, ...set, ...(isFirst && { outbox_at: entries[0]?.at }) },
        $inc: { ...$inc, version: 1 },
        ...((hasEvents || $push) && { $push: { ...$push, ...(hasEvents && { outbox: { $each: entries } }) } }),
      } as UpdateQuery<T>,
      hasEvents,
    };
  }

  /** Deletes a document and publishes its event once it is gone. False where it was gone already. */
  remove(document: T, event: NewEvent): Promise<boolean> {
    this.outbox.assertCapacity();
    return this.outbox.remove(this, document, event);
  }

  /** Takes published events out of documents, as they were when they were published. */
  async clearOutboxes(documents: readonly T[]): Promise<void> {
    for (const version of new Set(documents.map((document) => document.version))) {
      const same = documents.filter((document) => document.version === version);
      const ids = same.map(({ _id }) => _id);
      const { matchedCount } = await this.model.updateMany(
        { _id: ids.length === 1 ? ids[0] : { $in: ids }, version } as QueryFilter<T>,
        { $unset: { outbox: 1, outbox_at: 1 } } as UpdateQuery<T>,
      );
      // Some changed meanwhile: their newer events stay.
      if (matchedCount < same.length) for (const document of same) await this.clearOutbox(document);
    }
  }

  private async clearOutbox(document: T): Promise<void> {
    const ids = document.outbox?.map(({ id }) => id);
    await this.model.updateOne(
      { _id: document._id } as QueryFilter<T>,
      { $pull: { outbox: { id: { $in: ids } } } } as UpdateQuery<T>,
    );
    await this.model.updateOne(
      { _id: document._id, outbox: { $size: 0 } } as QueryFilter<T>,
      { $unset: { outbox: 1, outbox_at: 1 } } as UpdateQuery<T>,
    );
  }
}
