/**
 * Documents that change together with their events: a change and its events are one atomic document
 * update. The outbox publishes the events afterwards.
 */
import { setTimeout as pause } from 'node:timers/promises';
import mongoose, { type Model, type QueryFilter, type UpdateQuery } from 'mongoose';
import { fromDatabaseError, isForgeError, UnavailableError } from '@forgemesh/errors';
import { CombinedCommands } from './combined-commands';
import { SearchIndex, type SearchOptions } from '../search/search-index';
import { type EntityDocument, type EntityId, type Sequences } from '../mongo';
import { isDuplicateKey, retryWriteConflicts } from '../write-conflicts';
import { newEntry, type NewEvent } from './outbox-entry';
import { PublishedEvents, type PublishedDocument } from './published-events';

/** Maximum number of attempts of a write that conflicts with others. */
export const MAX_MUTATE_ATTEMPTS = 30;
/**
 * Maximum pause before the third attempt, in milliseconds; it grows with each attempt up to
 * `MAX_PAUSE_MS`.
 */
const PAUSE_MS = 5;
const MAX_PAUSE_MS = 100;

/** A change that `mutate` applies: update operators and the events of the change. */
export interface Change<T> {
  set?: Partial<Omit<T, keyof EntityDocument>>;
  /** Further operators (`$inc`, `$addToSet`, `$unset`). */
  update?: UpdateQuery<T>;
  events?: NewEvent[];
}

/** A change as a database update. */
interface Write<T> {
  filter: QueryFilter<T>;
  update: UpdateQuery<T>;
  hasEvents: boolean;
  /** Whether it removes earlier events, which are published. */
  replaces: boolean;
}

/**
 * Presents the entities of a store for events: one, or several, each of which gets an event of its
 * own.
 */
export type PresentForEvent<T> = (document: T) => Promise<object> | object | EventParts;

/** One of the entities of a document that has several. */
export interface EventPart {
  subject: EntityId;
  entity: object;
}

/** The entities of a document that has several, always in the same order. */
export class EventParts {
  /** The parts of one batch are published at the same time. */
  constructor(readonly batches: () => AsyncIterable<readonly EventPart[]>) {}
}

/** The functions of the outbox that a store uses. */
export interface EventOutbox {
  /** Throws UnavailableError if too many events are pending. */
  assertCapacity(): void;
  /**
   * Publishes the pending events of documents soon; `read` holds the documents if they were read
   * after the events were written.
   */
  flushSoon<T extends EntityDocument<EntityId>>(
    store: EntityStore<T>,
    ids: readonly T['_id'][],
    read?: readonly T[],
  ): void;
  /**
   * Deletes a document and publishes its event once it is deleted; false if none matched the
   * filter.
   */
  remove<T extends EntityDocument<EntityId>>(
    store: EntityStore<T>,
    document: T,
    event: NewEvent,
    filter: QueryFilter<T>,
  ): Promise<boolean>;
}

/** The documents of one collection, changed together with their events. */
export class EntityStore<T extends EntityDocument<EntityId>> {
  private readonly insertions = new CombinedCommands<T>((documents) => insertAll(this.model, documents));
  /** Events that are published and still in their documents. */
  readonly published = new PublishedEvents<T>();
  /** Absent if the documents have no searchable text. */
  private readonly search: SearchIndex<T> | undefined;

  constructor(
    readonly model: Model<T>,
    readonly present: PresentForEvent<T>,
    private readonly outbox: EventOutbox,
    private readonly sequences: Sequences,
    /** Selects the documents whose pending events this process publishes. */
    readonly own: QueryFilter<T> = {},
  ) {
    if (model.schema.path('search_text')) this.search = new SearchIndex(model);
  }

  /** Draws the next id of the collection, or the first of `count` consecutive ids. */
  nextId(count = 1): Promise<number> {
    return this.sequences.nextId(this.model.collection.name, count);
  }

  /** Returns one document by id. */
  async find(id: T['_id']): Promise<T | null> {
    return (await this.model.findById(id).lean()) as T | null;
  }

  /** Returns those of several documents that exist. */
  async findAll(ids: readonly T['_id'][]): Promise<T[]> {
    const [only] = ids;
    const filter = { _id: ids.length === 1 ? only : { $in: ids } } as QueryFilter<T>;
    return (await this.model.find(filter).lean()) as T[];
  }

  /**
   * Builds the conditions of a search for words in the texts of the documents; empty if it has no
   * word.
   */
  async searchFilter(search: string | undefined, options?: SearchOptions): Promise<QueryFilter<T>> {
    if (!this.search) throw new Error(`${this.model.collection.name} have no searchable text`);
    return this.search.filter(search, options);
  }

  /** Returns the document that an earlier attempt of the same write created. */
  async findByOperation(operationId: string): Promise<T | null> {
    if (operationId === '') return null;
    return (await this.model.findOne({ operation_id: operationId } as QueryFilter<T>).lean()) as T | null;
  }

  /**
   * Inserts a document with its events. A repeated write (same operation id) returns the existing
   * document. Throws the duplicate-key error of any other unique index (see `isDuplicateKey`).
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
    const created = new this.model(full);
    await created.validate();
    // Not the given document, because the schema adds defaults.
    const stored = created.toObject() as T;
    try {
      const write = (): Promise<void> => retryWriteConflicts(() => this.insertions.request(stored));
      await withIndex(this.search?.add(stored), write, entries.length > 0);
    } catch (error) {
      const earlier = isDuplicateKey(error) && operationId ? await this.findByOperation(operationId) : null;
      if (earlier) return earlier;
      throw error;
    }
    if (entries.length > 0) this.outbox.flushSoon(this, [full._id], [stored]);
    return full;
  }

  /**
   * Inserts documents without events. Each has an operation id: documents of an earlier attempt
   * stay unchanged, so a job can repeat a batch. A batch must have only one writer at a time.
   * `complete` sets fields that depend on the id. Returns the ids in the order of the documents.
   */
  async insertMany(
    documents: readonly (Omit<T, '_id' | 'version' | 'outbox' | 'outbox_at'> & { operation_id: string })[],
    complete: (document: T) => T = (document) => document,
  ): Promise<number[]> {
    if (documents.length === 0) return [];
    const operationIds = documents.map(({ operation_id: id }) => id);
    const existing = (await this.model
      .find({ operation_id: { $in: operationIds } } as QueryFilter<T>, { operation_id: 1 })
      .lean()) as unknown as { _id: number; operation_id: string }[];
    const ids = new Map(existing.map(({ _id, operation_id: operation }) => [operation, _id]));
    const missing = documents.filter(({ operation_id: operation }) => !ids.has(operation));
    if (missing.length > 0) {
      const first = await this.nextId(missing.length);
      missing.forEach(({ operation_id: operation }, at) => ids.set(operation, first + at));
      const rows = missing.map((document, at) =>
        complete({ ...document, _id: first + at, version: 1 } as unknown as T),
      );
      await this.insertRows(rows);
    }
    return operationIds.map((operation) => ids.get(operation) as number);
  }

  /**
   * Inserts documents without events, with the ids that they have. Throws the duplicate-key error
   * of the first one that exists; those after it are not inserted.
   */
  async insertRows(documents: readonly T[]): Promise<void> {
    await this.search?.addAll(documents);
    await retryWriteConflicts(() => this.model.insertMany(documents as never[]));
  }

  /** Deletes documents without events. */
  async deleteMany(filter: QueryFilter<T>): Promise<void> {
    const found = this.search ? ((await this.model.find(filter, { _id: 1 }).lean()) as Pick<T, '_id'>[]) : [];
    await this.model.deleteMany(filter);
    await this.forgetTexts(found.map(({ _id: id }) => id));
  }

  /** Completes the search index after a crash of the process that wrote the documents. */
  async completeTexts(documents: readonly T[]): Promise<void> {
    await this.search?.extend(documents);
  }

  /** Removes deleted documents from the search index. */
  async forgetTexts(ids: readonly T['_id'][]): Promise<void> {
    await this.search?.remove(ids);
  }

  /**
   * Reads a document, computes its change, and writes it if nobody else changed the document in
   * between; otherwise tries again. `compute` returns null for no change, and may throw to refuse.
   * `read` is the document if the caller has read it; it is not read again if it has not changed.
   * Returns the document after the change, or null if it does not exist.
   */
  async mutate(
    id: T['_id'],
    compute: (document: T) => Change<T> | null | Promise<Change<T> | null>,
    read?: T,
  ): Promise<T | null> {
    for (let attempts = 0; attempts < MAX_MUTATE_ATTEMPTS; attempts++) {
      const document = attempts === 0 && read ? read : await this.find(id);
      if (!document) return null;
      const change = await compute(document);
      if (!change) return document;
      const changed = await this.change(document, change);
      if (changed) return changed;
      // Of many concurrent writers, one succeeds per round: the others wait for random times, so
      // that fewer collide in the next round.
      if (attempts > 0) await pause(Math.random() * Math.min(MAX_PAUSE_MS, PAUSE_MS * attempts));
    }
    throw new UnavailableError('The resource changes too quickly, try again');
  }

  /**
   * Writes a change to a document that was read before. Returns the document after the change, or
   * null if it was changed or removed since.
   */
  async change(document: T, change: Change<T>): Promise<T | null> {
    const { filter, update, hasEvents, replaces } = this.writeOf(document, change);
    const write = (): Promise<T | null> =>
      retryWriteConflicts(
        () =>
          this.model.findOneAndUpdate(filter, update, { returnDocument: 'after' }).lean().exec() as Promise<T | null>,
      );
    const changed = await withIndex(this.indexTexts([{ document, change }]), write, hasEvents);
    if (changed && replaces) this.published.forget(document._id);
    if (changed && hasEvents) this.outbox.flushSoon(this, [document._id], [changed]);
    return changed;
  }

  /**
   * Writes changes to documents that were read before, in one command; documents that were changed
   * since stay as they are. Returns whether all were written.
   */
  async changeAll(changes: readonly { document: T; change: Change<T> }[]): Promise<boolean> {
    if (changes.length === 0) return true;
    // All writers of the same documents use the same order, so that they cannot deadlock.
    const inOrder = changes.toSorted((one, other) => (one.document._id < other.document._id ? -1 : 1));
    const writes = inOrder.map(({ document, change }) => ({ document, ...this.writeOf(document, change) }));
    const updates = writes.map(({ filter, update }) => ({ updateOne: { filter, update } }));
    await this.indexTexts(changes);
    const { matchedCount } = await retryWriteConflicts(() =>
      this.model.bulkWrite(updates as never, { ordered: false }),
    );
    const withEvents = writes.filter(({ hasEvents }) => hasEvents);
    if (withEvents.length > 0)
      this.outbox.flushSoon(
        this,
        withEvents.map(({ document }) => document._id),
      );
    return matchedCount === changes.length;
  }

  private indexTexts(changes: readonly { document: T; change: Change<T> }[]): Promise<void> | undefined {
    const texts = changes.flatMap(({ document, change: { set } }) => {
      const { search_text: before } = document as { search_text?: string | null };
      const { search_text: after } = (set ?? {}) as { search_text?: string };
      const version = document.version + 1;
      return after === undefined ? [] : [{ id: document._id, version, before: before ?? undefined, after }];
    });
    return texts.length > 0 ? this.search?.changeAll(texts) : undefined;
  }

  private writeOf(document: T, { set, update, events = [] }: Change<T>): Write<T> {
    if (events.length > 0) this.outbox.assertCapacity();
    const entries = events.map((event) => newEntry(event, document.version + 1));
    const { $set, $inc, $push, $unset, ...operators } = (update ?? {}) as Record<string, Record<string, unknown>>;
    const hasEvents = entries.length > 0;
    const { outbox: earlier = [] } = document;
    // No other event was added since: that would have changed the version.
    const replaces = earlier.length > 0 && this.published.unpublished(document).length === 0;
    const [added, replaced] = replaces ? [[], entries] : [entries, []];
    const unset = { ...$unset, ...(replaces && !hasEvents && { outbox: 1, outbox_at: 1 }) };
    return {
      filter: { _id: document._id, version: document.version } as QueryFilter<T>,
      update: {
        ...operators,
        $set: {
          ...$set,
          ...set,
          // Also if there are others: they may have been removed since the document was read.
          ...(hasEvents && { outbox_at: entries[0]?.at }),
          ...(replaced.length > 0 && { outbox: replaced }),
        },
        $inc: { ...$inc, version: 1 },
        ...((added.length > 0 || $push) && {
          $push: { ...$push, ...(added.length > 0 && { outbox: { $each: added } }) },
        }),
        ...(Object.keys(unset).length > 0 && { $unset: unset }),
      } as UpdateQuery<T>,
      hasEvents,
      replaces,
    };
  }

  /**
   * Deletes a document and publishes its event once it is deleted; false if it was deleted already.
   */
  remove(document: T, event: NewEvent): Promise<boolean> {
    this.outbox.assertCapacity();
    return this.outbox.remove(this, document, event, { _id: document._id } as QueryFilter<T>);
  }

  /** Like `remove`, but also false if the document was changed since it was read. */
  removeUnchanged(document: T, event: NewEvent): Promise<boolean> {
    this.outbox.assertCapacity();
    const { _id, version } = document;
    return this.outbox.remove(this, document, event, { _id, version } as QueryFilter<T>);
  }

  /** Removes all published events from their documents. */
  async clearPublished(): Promise<void> {
    await this.published.removeAll((documents) => this.clearOutboxes(documents));
  }

  private async clearOutboxes(documents: readonly PublishedDocument<T>[]): Promise<void> {
    const update = { $unset: { outbox: 1, outbox_at: 1 } };
    const versions = [...new Set(documents.map(({ version }) => version))];
    const updates = versions.map((version) => {
      const ids = documents.filter((document) => document.version === version).map(({ _id }) => _id);
      return { updateMany: { filter: { _id: ids.length === 1 ? ids[0] : { $in: ids }, version }, update } };
    });
    const { matchedCount } = await retryWriteConflicts(() =>
      this.model.bulkWrite(updates as never, { ordered: false }),
    );
    // Some documents changed in the meantime: their newer events stay.
    if (matchedCount < documents.length) await this.clearChanged(documents);
  }

  private async clearChanged(documents: readonly PublishedDocument<T>[]): Promise<void> {
    const left = { _id: { $in: documents.map(({ _id }) => _id) }, outbox_at: { $exists: true } } as QueryFilter<T>;
    const ids = new Set((await this.model.find(left, { _id: 1 }).lean<Pick<T, '_id'>[]>()).map(({ _id }) => _id));
    const changed = documents.filter(({ _id }) => ids.has(_id));
    if (changed.length === 0) return;
    const updates = changed.flatMap(({ _id, outbox = [] }) => [
      { updateOne: { filter: { _id }, update: { $pull: { outbox: { id: { $in: outbox.map(({ id }) => id) } } } } } },
      { updateOne: { filter: { _id, outbox: { $size: 0 } }, update: { $unset: { outbox: 1, outbox_at: 1 } } } },
    ]);
    await retryWriteConflicts(() => this.model.bulkWrite(updates as never, { ordered: true }));
  }
}

/**
 * Writes a document while its entry in the search index is written; resolves when both are. A crash
 * in between leaves pending events, with which the sweep of the outbox completes the index: without
 * events, the entry is written first.
 */
async function withIndex<R>(
  indexed: Promise<void> | undefined,
  write: () => Promise<R>,
  hasEvents: boolean,
): Promise<R> {
  if (!hasEvents) await indexed;
  const [result] = await Promise.all([write(), indexed]);
  return result;
}

/** Inserts documents in one command; one that is refused does not affect the others. */
async function insertAll<T extends EntityDocument<EntityId>>(
  model: Model<T>,
  documents: readonly T[],
): Promise<PromiseSettledResult<void>[]> {
  try {
    return await insertTogether(model, documents);
  } catch (error) {
    const cause = fromDatabaseError(error);
    const isUnavailable = isForgeError(cause) && cause.reason === 'unavailable';
    if (documents.length === 1 || isUnavailable) throw error;
    // One of them fails the command, for example because it is too large.
    const alone = await Promise.allSettled(documents.map((document) => insertTogether(model, [document])));
    return alone.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome] : outcome.value));
  }
}

async function insertTogether<T extends EntityDocument<EntityId>>(
  { collection }: Model<T>,
  documents: readonly T[],
): Promise<PromiseSettledResult<void>[]> {
  const errors = new Map<number, Error>();
  try {
    await collection.insertMany(documents as never, { ordered: false });
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error;
    const refused = [error.writeErrors].flat();
    // Without a refused document it is a failure of the command.
    if (refused.length === 0) throw error;
    for (const { index, code, errmsg } of refused)
      errors.set(index, new mongoose.mongo.MongoServerError({ message: errmsg ?? '', code }));
  }
  return documents.map((_, at) => {
    const reason = errors.get(at);
    return reason ? { status: 'rejected', reason } : { status: 'fulfilled', value: undefined };
  });
}
