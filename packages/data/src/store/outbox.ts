/**
 * Publishes the events that an `EntityStore` wrote into the `outbox` of the documents: immediately,
 * and a sweep finishes what a crash left. An event is removed only after the stream has stored it,
 * so consumers may receive an event twice, but never miss one.
 */
import { setImmediate } from 'node:timers/promises';
import { Schema, type Connection, type Model, type QueryFilter } from 'mongoose';
import { EntityStore, EventParts, MAX_MUTATE_ATTEMPTS, type EventOutbox, type PresentForEvent } from './entity-store';
import { UnavailableError } from '@forgemesh/errors';
import type { EventBus, EventEntity, EventEnvelope, EventType } from '@forgemesh/events';
import { type Logger, type Metrics } from '@forgemesh/telemetry';
import { type EntityDocument, type EntityId, type OutboxEntry, type Sequences } from '../mongo';
import { isDuplicateKey, retryWriteConflicts } from '../write-conflicts';
import { newEntry, type EventDraft, type NewEvent } from './outbox-entry';

/**
 * Interval of sweeps while events are pending, and while none are: then only another process that
 * crashed and was not started again leaves any, because a process sweeps when it starts.
 */
const SWEEP_INTERVAL_MS = 2_000;
const IDLE_INTERVAL_MS = 30_000;
/**
 * Time before published events are removed: long enough to remove those of many documents together
 * while there are many writes, and shorter than `SWEEP_AGE_MS`.
 */
const CLEAR_DELAY_MS = 1_000;
/** Younger events are still being published by the process that wrote them. */
const SWEEP_AGE_MS = 2_000;
const SWEEP_BATCH = 200;
/** Collection name of events that belong to no document. */
const NO_COLLECTION = '';

interface PendingDeletion {
  _id: string;
  collection_name: string;
  document_id: EntityId;
  /** Events of the document that were not published yet, the oldest first. */
  earlier?: EventEnvelope[];
  event: EventEnvelope;
  at: Date;
}

/** Options of an outbox. */
export interface OutboxOptions {
  connection: Connection;
  sequences: Sequences;
  bus: EventBus;
  service: string;
  log: Logger;
  metrics: Metrics;
  /** Maximum number of events that may wait for NATS before writes are refused. */
  limit: number;
}

/** Publishes the events that the stores of a service write into their documents. */
export class Outbox implements EventOutbox {
  private readonly stores = new Map<string, EntityStore<EntityDocument>>();
  private readonly inProgress = new Map<string, Promise<void>>();
  private readonly deletions: Model<PendingDeletion>;
  private timer: NodeJS.Timeout | undefined;
  /** Stores with published events to remove, and the timer after which they are removed. */
  private readonly uncleared = new Set<Pick<EntityStore<EntityDocument>, 'clearPublished'>>();
  private clearTimer: NodeJS.Timeout | undefined;
  private isSweeping = false;
  /** Whether an event could not be published since the current or last sweep began. */
  private hasFailed = false;
  private waiting = 0;

  constructor(private readonly options: OutboxOptions) {
    this.deletions = options.connection.model<PendingDeletion>(
      'pending_deletions',
      new Schema<PendingDeletion>(
        {
          _id: String,
          collection_name: String,
          document_id: Schema.Types.Mixed,
          earlier: { type: [Schema.Types.Mixed], default: undefined },
          event: Schema.Types.Mixed,
          at: Date,
        },
        { versionKey: false, collection: 'pending_deletions', minimize: false },
      ),
    );
  }

  /**
   * Creates the store of a model. `own` selects the documents that this process can present, if
   * replicas differ.
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

  /** Refuses further events with 503 while too many are pending. */
  assertCapacity(): void {
    if (this.waiting >= this.options.limit)
      throw new UnavailableError('Too many events wait to be published', { retryAfter: 5 });
  }

  /** Starts the sweep that publishes what a crash or an outage of NATS left behind. */
  startSweep(): void {
    this.isSweeping = true;
    this.scheduleSweep(0);
  }

  /** Stops the sweep, waits for publications in progress, and removes what is published. */
  async close(): Promise<void> {
    this.isSweeping = false;
    clearTimeout(this.timer);
    await Promise.allSettled(this.inProgress.values());
    await this.clearPublished();
    clearTimeout(this.clearTimer);
  }

  /** Publishes all pending events of a certain age. */
  async sweep(): Promise<void> {
    const now = Date.now();
    const before = new Date(now - SWEEP_AGE_MS);
    let waiting = 0;
    for (const store of this.stores.values()) {
      const found = await store.model
        .find({ ...store.own, outbox_at: { $exists: true } }, { outbox_at: 1 }, { limit: SWEEP_BATCH })
        .lean();
      // A time in the future was written before a clock was set back.
      const isDue = (at: Date): boolean => Math.abs(now - at.getTime()) > SWEEP_AGE_MS;
      const due = found.filter(({ outbox_at: at }) => at !== undefined && isDue(at)).map(({ _id }) => _id);
      if (this.options.bus.isConnected() && due.length > 0) await this.finishWrites(store, due);
      waiting += found.length < SWEEP_BATCH ? found.length : await this.countWaiting(store);
    }
    for (const deletion of await this.deletions
      .find({ $or: [{ at: { $lt: before } }, { at: { $gt: new Date(now + SWEEP_AGE_MS) } }] }, undefined, {
        limit: SWEEP_BATCH,
      })
      .lean()) {
      await this.finalizeDeletion(deletion);
    }
    // Younger ones may be those of a process that has just crashed.
    waiting += await this.deletions.countDocuments({}, { limit: SWEEP_BATCH });
    this.waiting = waiting;
    this.options.metrics.outbox.set(waiting);
  }

  /** Finishes the writes of a process that crashed. */
  private async finishWrites(store: EntityStore<EntityDocument>, ids: readonly number[]): Promise<void> {
    const documents = await store.findAll(ids);
    await store.completeTexts(documents);
    await this.flush(store, documents);
  }

  private countWaiting({ model, own }: EntityStore<EntityDocument>): Promise<number> {
    return model.countDocuments({ ...own, outbox_at: { $exists: true } }, { limit: this.options.limit }).exec();
  }

  private scheduleSweep(ms: number): void {
    clearTimeout(this.timer);
    if (this.isSweeping) this.timer = setTimeout(() => void this.runSweep(), ms);
  }

  private async runSweep(): Promise<void> {
    this.hasFailed = false;
    try {
      await this.sweep();
    } catch (error) {
      this.hasFailed = true;
      this.options.log.warn({ err: error }, 'outbox sweep failed');
    }
    const isIdle = !this.hasFailed && this.waiting === 0 && this.options.bus.isConnected();
    this.scheduleSweep(isIdle ? IDLE_INTERVAL_MS : SWEEP_INTERVAL_MS);
  }

  /** Leaves events that could not be published to the sweep, which runs again soon. */
  private onPublishFailed(error: unknown, fields: Record<string, unknown>): void {
    this.options.log.warn({ err: error, ...fields }, 'event not published, will be retried');
    this.hasFailed = true;
    this.scheduleSweep(SWEEP_INTERVAL_MS);
  }

  /**
   * Publishes the events of documents soon; never throws. `read` are the documents if they were
   * read after the events were written.
   */
  flushSoon<T extends EntityDocument<EntityId>>(
    store: EntityStore<T>,
    ids: readonly T['_id'][],
    read?: readonly T[],
  ): void {
    const keys = ids.map((id) => `${store.model.collection.name}/${id}`);
    const before = keys.flatMap((key) => this.inProgress.get(key) ?? []);
    // The response to the writer is sent first.
    const publication = Promise.all([...before, setImmediate()])
      .then(async () => this.flush(store, read ?? (await store.findAll(ids))))
      .catch((error: unknown) => this.onPublishFailed(error, { key: keys[0], documents: keys.length }))
      .finally(() => {
        for (const key of keys) if (this.inProgress.get(key) === publication) this.inProgress.delete(key);
      });
    for (const key of keys) this.inProgress.set(key, publication);
  }

  /** A document that cannot be published does not delay the others. */
  private async flush<T extends EntityDocument<EntityId>>(
    store: EntityStore<T>,
    documents: readonly T[],
  ): Promise<void> {
    const waiting = documents.filter(({ outbox = [] }) => outbox.length > 0);
    const flushed = await Promise.allSettled(waiting.map((document) => this.publish(store, document)));
    const published = waiting.filter((_, at) => flushed[at]?.status === 'fulfilled');
    for (const document of published) store.published.add(document);
    if (published.length > 0) this.clearSoon(store);
    const failed = flushed.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    if (failed) throw failed.reason;
  }

  private async publish<T extends EntityDocument<EntityId>>(store: EntityStore<T>, document: T): Promise<void> {
    const entries = store.published.unpublished(document);
    if (entries.length === 0) return;
    const presented = await store.present(document);
    for (const entry of entries) {
      if (presented instanceof EventParts) await this.publishParts(entry, presented);
      else await this.options.bus.publish(this.toEvent(entry, document._id, presented));
    }
  }

  /** The ids of the events are derived, so that they are the same when they are published again. */
  private async publishParts(entry: OutboxEntry, { batches }: EventParts): Promise<void> {
    let count = 0;
    for await (const batch of batches()) {
      const events = batch.map(({ subject, entity }, at) => {
        const event = this.toEvent(entry, subject, entity);
        const number = count + at;
        return number === 0 ? event : { ...event, id: `${event.id}-${number}` };
      });
      count += batch.length;
      await Promise.all(events.map((event) => this.options.bus.publish(event)));
    }
  }

  private clearSoon(store: Pick<EntityStore<EntityDocument>, 'clearPublished'>, ms = CLEAR_DELAY_MS): void {
    this.uncleared.add(store);
    this.clearTimer ??= setTimeout(() => void this.clearPublished(), ms);
  }

  private async clearPublished(): Promise<void> {
    clearTimeout(this.clearTimer);
    this.clearTimer = undefined;
    const stores = [...this.uncleared];
    this.uncleared.clear();
    await Promise.all(
      stores.map((store) =>
        store.clearPublished().catch((error: unknown) => {
          this.options.log.warn({ err: error }, 'published events not removed, will be retried');
          this.clearSoon(store, SWEEP_INTERVAL_MS);
        }),
      ),
    );
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
      ...(entry.trace_parent !== undefined && { traceparent: entry.trace_parent }),
      ...originAttributes(entry.origin),
      data: { entity, version: entry.version, changes: entry.changes },
    };
  }

  /**
   * Deletes a document and publishes its event: the event is stored first and published only after
   * the document is deleted. `filter` selects the document, and may require that it is unchanged.
   */
  async remove<T extends EntityDocument<EntityId>>(
    store: EntityStore<T>,
    document: T,
    event: EventDraft,
    filter: QueryFilter<T>,
  ): Promise<boolean> {
    const entry = newEntry(event, document.version + 1);
    const entity = await store.present(document);
    if (entity instanceof EventParts) throw new Error('a document with several entities is removed without an event');
    const earlier = store.published.unpublished(document).map((pending) => this.toEvent(pending, document._id, entity));
    const deletion: PendingDeletion = {
      _id: entry.id,
      collection_name: store.model.collection.name,
      document_id: document._id,
      ...(earlier.length > 0 && { earlier }),
      event: this.toEvent(entry, document._id, entity),
      at: entry.at,
    };
    await this.deletions.create(deletion);
    if (!(await deleteOne(store, filter))) {
      await this.deletions.deleteOne({ _id: deletion._id });
      return false;
    }
    store.published.forget(document._id);
    await store.forgetTexts([document._id]);
    this.finalizeSoon(deletion);
    return true;
  }

  /**
   * Publishes an event that changes no document, such as a failed sign-in. It is stored first, so
   * that it is published even if NATS is unavailable now.
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
    this.finalizeSoon(record);
  }

  private finalizeSoon(deletion: PendingDeletion): void {
    const publication = this.finalizeDeletion(deletion).catch((error: unknown) =>
      this.onPublishFailed(error, { event_id: deletion._id }),
    );
    this.inProgress.set(deletion._id, publication);
    void publication.finally(() => this.inProgress.delete(deletion._id));
  }

  private async finalizeDeletion(deletion: PendingDeletion): Promise<void> {
    if (!(await this.documentExists(deletion)))
      for (const event of [...(deletion.earlier ?? []), deletion.event]) await this.options.bus.publish(event);
    await this.deletions.deleteOne({ _id: deletion._id });
  }

  /**
   * Whether the document still exists: the process died before the deletion, so nothing happened.
   */
  private async documentExists({ collection_name: name, document_id: id }: PendingDeletion): Promise<boolean> {
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
 * Deletes a document; false if none matched. Some engines delete nothing if an update comes in
 * between: then it still matches.
 */
async function deleteOne<T extends EntityDocument<EntityId>>(
  { model }: EntityStore<T>,
  filter: QueryFilter<T>,
): Promise<boolean> {
  for (let attempts = 0; attempts < MAX_MUTATE_ATTEMPTS; attempts++) {
    const { deletedCount } = await retryWriteConflicts(() => model.deleteOne(filter).exec());
    if (deletedCount > 0) return true;
    if (!(await model.exists(filter))) return false;
  }
  throw new UnavailableError('The resource changes too quickly, try again');
}
