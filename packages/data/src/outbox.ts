/**
 * Publishes the events that an `EntityStore` wrote into the `outbox` of the documents that they
 * concern: at once, and a sweep finishes what a crash left. Only what the stream has stored is
 * taken out, so consumers may see an event twice, never not at all.
 */
import { setImmediate } from 'node:timers/promises';
import { Schema, type Connection, type Model, type QueryFilter } from 'mongoose';
import { EntityStore, MUTATE_TRIES, type EventOutbox, type PresentForEvent } from './entity-store';
import { UnavailableError } from '@forgemesh/errors';
import type { EventBus, EventEntity, EventEnvelope, EventType } from '@forgemesh/events';
import { type Logger, type Metrics } from '@forgemesh/telemetry';
import {
  isDuplicateKey,
  retryUndone,
  type EntityDocument,
  type EntityId,
  type OutboxEntry,
  type Sequences,
} from './mongo';
import { newEntry, type EventDraft, type NewEvent } from './outbox-entry';

/**
 * Between sweeps while events wait, and while none does: then only a process that dies leaves any.
 */
const SWEEP_INTERVAL_MS = 2_000;
const IDLE_INTERVAL_MS = 5_000;
/** What is younger is still in the hands of the process that wrote it. */
const SWEEP_AGE_MS = 2_000;
const SWEEP_BATCH = 200;
/** Collection name of events that concern no document. */
const NO_COLLECTION = '';

interface PendingDeletion {
  _id: string;
  collection_name: string;
  document_id: EntityId;
  /** What the document had not told yet, the oldest first. */
  earlier?: EventEnvelope[];
  event: EventEnvelope;
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
export class Outbox implements EventOutbox {
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
        {
          ...{ _id: String, collection_name: String, document_id: Schema.Types.Mixed },
          ...{ earlier: { type: [Schema.Types.Mixed], default: undefined }, event: Schema.Types.Mixed, at: Date },
        },
        { versionKey: false, collection: 'pending_deletions', minimize: false },
      ),
    );
  }

  /**
   * Makes the store of a model. `own` selects the documents that this process can present, where it
   * is not one like the others.
   */
  store<T extends EntityDocument<EntityId>>(
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
    const now = Date.now();
    const before = new Date(now - SWEEP_AGE_MS);
    let waiting = 0;
    for (const store of this.stores.values()) {
      const found = await store.model
        .find({ ...store.own, outbox_at: { $exists: true } }, { outbox_at: 1 }, { limit: SWEEP_BATCH })
        .lean();
      // What is of the future was written before a clock was set back.
      const isDue = (at: Date): boolean => Math.abs(now - at.getTime()) > SWEEP_AGE_MS;
      const due = found.filter(({ outbox_at: at }) => at !== undefined && isDue(at)).map(({ _id }) => _id);
      if (this.options.bus.isConnected() && due.length > 0) await this.flush(store, await store.findAll(due));
      waiting += found.length < SWEEP_BATCH ? found.length : await this.countWaiting(store);
    }
    for (const deletion of await this.deletions
      .find({ $or: [{ at: { $lt: before } }, { at: { $gt: new Date(now + SWEEP_AGE_MS) } }] }, undefined, {
        limit: SWEEP_BATCH,
      })
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

  /**
   * Publishes the events of documents soon; never throws. `read` are the documents where they were
   * read after the events were written.
   */
  flushSoon<T extends EntityDocument<EntityId>>(
    store: EntityStore<T>,
    ids: readonly T['_id'][],
    read?: readonly T[],
  ): void {
    const keys = ids.map((id) => `${store.model.collection.name}/${id}`);
    const before = keys.flatMap((key) => this.flights.get(key) ?? []);
    // The answer to whoever wrote them goes out first.
    const flight = Promise.all([...before, setImmediate()])
      // Events before these have been taken out meanwhile.
      .then(async () => this.flush(store, read && before.length === 0 ? read : await store.findAll(ids)))
      .catch((error: unknown) => this.postponed(error, { key: keys[0], documents: keys.length }))
      .finally(() => {
        for (const key of keys) if (this.flights.get(key) === flight) this.flights.delete(key);
      });
    for (const key of keys) this.flights.set(key, flight);
  }

  /** What cannot be published holds up no other document. */
  private async flush<T extends EntityDocument<EntityId>>(
    store: EntityStore<T>,
    documents: readonly T[],
  ): Promise<void> {
    const waiting = documents.filter(({ outbox = [] }) => outbox.length > 0);
    const flushed = await Promise.allSettled(waiting.map((document) => this.publish(store, document)));
    const published = waiting.filter((_, at) => flushed[at]?.status === 'fulfilled');
    await store.clearOutboxes(published);
    const failed = flushed.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    if (failed) throw failed.reason;
  }

  private async publish<T extends EntityDocument<EntityId>>(store: EntityStore<T>, document: T): Promise<void> {
    const entity = await store.present(document);
    for (const entry of document.outbox ?? [])
      await this.options.bus.publish(this.toEvent(entry, document._id, entity));
  }

  private toEvent(entry: OutboxEntry, id: EntityId, entity: object): EventEnvelope {
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
      ...originAttributes(entry.origin),
      data: { entity, version: entry.version, changes: entry.changes },
    };
  }

  /**
   * Deletes a document and tells of it: the event is kept first and published only when the
   * document is gone.
   */
  async remove<T extends EntityDocument<EntityId>>(
    store: EntityStore<T>,
    document: T,
    event: EventDraft,
  ): Promise<boolean> {
    const entry = newEntry(event, document.version + 1);
    const entity = await store.present(document);
    const earlier = (document.outbox ?? []).map((told) => this.toEvent(told, document._id, entity));
    const deletion: PendingDeletion = {
      _id: entry.id,
      collection_name: store.model.collection.name,
      document_id: document._id,
      ...(earlier.length > 0 && { earlier }),
      event: this.toEvent(entry, document._id, entity),
      at: entry.at,
    };
    await this.deletions.create(deletion);
    if (!(await deleteOne(store, document._id))) {
      await this.deletions.deleteOne({ _id: deletion._id });
      return false;
    }
    this.settleSoon(deletion);
    return true;
  }

  /**
   * Publishes an event about something that changes no document, such as a failed sign-in. It is
   * stored first, so that it is published even if NATS is away now.
   */
  async record<Type extends EventType>(
    event: NewEvent<Type>,
    { subject, entity }: { subject: EntityId; entity: EventEntity<Type> },
  ): Promise<void> {
    this.assertCapacity();
    const entry = newEntry(event, 1);
    const record: PendingDeletion = {
      _id: entry.id,
      collection_name: NO_COLLECTION,
      document_id: subject,
      event: this.toEvent(entry, subject, entity),
      at: entry.at,
    };
    try {
      await this.deletions.create(record);
    } catch (error) {
      // Another request has recorded the same event.
      if (!isDuplicateKey(error)) throw error;
      return;
    }
    this.settleSoon(record);
  }

  private settleSoon(deletion: PendingDeletion): void {
    const flight = this.settleDeletion(deletion).catch((error: unknown) =>
      this.postponed(error, { event_id: deletion._id }),
    );
    this.flights.set(deletion._id, flight);
    void flight.finally(() => this.flights.delete(deletion._id));
  }

  private async settleDeletion(deletion: PendingDeletion): Promise<void> {
    if (!(await this.isStillThere(deletion)))
      for (const event of [...(deletion.earlier ?? []), deletion.event]) await this.options.bus.publish(event);
    await this.deletions.deleteOne({ _id: deletion._id });
  }

  /** Whether the document was not deleted: the process died before, so nothing happened. */
  private async isStillThere({ collection_name: name, document_id: id }: PendingDeletion): Promise<boolean> {
    if (name === NO_COLLECTION) return false;
    const model = this.stores.get(name)?.model;
    if (!model) throw new Error(`no store of ${name}`);
    return (await model.exists({ _id: id as number })) !== null;
  }
}

function originAttributes(origin: OutboxEntry['origin']): Partial<EventEnvelope> {
  if (!origin) return {};
  const { address, token_id: token, real_user_id: user } = origin;
  return {
    clientaddress: address,
    ...(token !== undefined && { tokenid: token }),
    ...(user !== undefined && { realactor: user }),
  };
}

/**
 * Deletes a document; false where it was gone. Some engines delete nothing where an update comes in
 * between: then it is still there.
 */
async function deleteOne<T extends EntityDocument<EntityId>>(
  { model }: EntityStore<T>,
  id: T['_id'],
): Promise<boolean> {
  const filter = { _id: id } as QueryFilter<T>;
  for (let tries = 0; tries < MUTATE_TRIES; tries++) {
    const { deletedCount } = await retryUndone(() => model.deleteOne(filter).exec());
    if (deletedCount > 0) return true;
    if (!(await model.exists(filter))) return false;
  }
  throw new UnavailableError('The resource changes too quickly, try again');
}
