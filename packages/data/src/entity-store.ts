/**
 * Documents that change together with the events that tell of it: a change and its events are one
 * atomic document update. The outbox publishes them afterwards.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Model, QueryFilter, UpdateQuery } from 'mongoose';
import { UnavailableError } from '@forgemesh/errors';
import { isDuplicateKey, retryUndone, type EntityDocument, type EntityId, type Sequences } from './mongo';
import { newEntry, type NewEvent } from './outbox-entry';

/** Tries of a write that another one may get ahead of. */
export const MUTATE_TRIES = 30;
/** Longest wait before the third try; it grows with each further one up to the longest of all. */
const PAUSE_MS = 5;
const MAX_PAUSE_MS = 100;

/** A change that `mutate` applies: update operators and the events that tell of it. */
export interface Change<T> {
  set?: Partial<Omit<T, keyof EntityDocument>>;
  /** Further operators (`$inc`, `$addToSet`, `$unset`). */
  update?: UpdateQuery<T>;
  events?: NewEvent[];
}

/** How the entities of a store appear in events. */
export type PresentForEvent<T> = (document: T) => Promise<object> | object;

/** What a store needs of the outbox that publishes its events. */
export interface EventOutbox {
  /** Throws UnavailableError if too many events wait already. */
  assertCapacity(): void;
  /**
   * Publishes the waiting events of documents soon; `read` holds the documents if they were read
   * after the events were written.
   */
  flushSoon<T extends EntityDocument<EntityId>>(
    store: EntityStore<T>,
    ids: readonly T['_id'][],
    read?: readonly T[],
  ): void;
  /**
   * Deletes a document and publishes its event once it is deleted; false if it was deleted already.
   */
  remove<T extends EntityDocument<EntityId>>(store: EntityStore<T>, document: T, event: NewEvent): Promise<boolean>;
}

/** The documents of one collection, changed together with their events. */
export class EntityStore<T extends EntityDocument<EntityId>> {
  constructor(
    readonly model: Model<T>,
    readonly present: PresentForEvent<T>,
    private readonly outbox: EventOutbox,
    private readonly sequences: Sequences,
    /** Selects the documents whose waiting events this process publishes. */
    readonly own: QueryFilter<T> = {},
  ) {}

  /** The next id of the collection, or the first of several that are drawn together. */
  nextId(count = 1): Promise<number> {
    return this.sequences.next(this.model.collection.name, count);
  }

  /** One document by id. */
  async find(id: T['_id']): Promise<T | null> {
    return (await this.model.findById(id).lean()) as T | null;
  }

  /** Those of several documents that are there. */
  async findAll(ids: readonly T['_id'][]): Promise<T[]> {
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
   * Inserts a document with its events. A repeated write (same operation id) returns the document
   * of the first. Throws the duplicate-key error of any other unique index: `isDuplicateKey` tells
   * it.
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
    let stored: T | undefined;
    try {
      const [made] = await retryUndone(() => this.model.create([full]));
      // As it is read later: with what the schema adds.
      stored = made?.toObject() as T | undefined;
    } catch (error) {
      const earlier = isDuplicateKey(error) && operationId ? await this.findByOperation(operationId) : null;
      if (earlier) return earlier;
      throw error;
    }
    if (entries.length > 0) this.outbox.flushSoon(this, [full._id], stored && [stored]);
    return full;
  }

  /**
   * Inserts documents without events, each named by its operation id: those of an earlier try are
   * left as they are, so that a job may repeat a batch. Of one batch there is one writer at a time.
   * `complete` sets what follows from the id. Returns the ids in the order of the documents.
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
   * Reads a document, computes its change, and writes it where nobody else changed the document in
   * between; else again. `compute` returns null for nothing to do, and may throw to refuse. Returns
   * the document after the change, or null where there is none.
   */
  async mutate(
    id: T['_id'],
    compute: (document: T) => Change<T> | null | Promise<Change<T> | null>,
  ): Promise<T | null> {
    for (let tries = 0; tries < MUTATE_TRIES; tries++) {
      const document = await this.find(id);
      if (!document) return null;
      const change = await compute(document);
      if (!change) return document;
      const changed = await this.change(document, change);
      if (changed) return changed;
      // Of a crowd one comes through at each turn: the others wait unequally, so that fewer meet at
      // the next.
      if (tries > 0) await pause(Math.random() * Math.min(MAX_PAUSE_MS, PAUSE_MS * tries));
    }
    throw new UnavailableError('The resource changes too quickly, try again');
  }

  /**
   * Writes a change to a document as it is in hand, without reading it again. Returns the document
   * after the change, or null where somebody else changed or removed it meanwhile.
   */
  async change(document: T, change: Change<T>): Promise<T | null> {
    const { filter, update, hasEvents } = this.writeOf(document, change);
    const changed = await retryUndone(() =>
      this.model.findOneAndUpdate(filter, update, { returnDocument: 'after' }).lean().exec(),
    );
    if (changed && hasEvents) this.outbox.flushSoon(this, [document._id], [changed as T]);
    return changed as T | null;
  }

  /**
   * Writes changes to documents as they are in hand, all in one command; those that somebody else
   * changed meanwhile stay as they are.
   */
  async changeAll(changes: readonly { document: T; change: Change<T> }[]): Promise<void> {
    if (changes.length === 0) return;
    // Whoever writes the same documents does so in the same order, lest two wait for each other.
    const inOrder = changes.toSorted((one, other) => (one.document._id < other.document._id ? -1 : 1));
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

  /**
   * Deletes a document and publishes its event once it is gone. False where it was gone already.
   */
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
