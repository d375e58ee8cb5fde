/**
 * Deferred events: those that a consumer continues to handle from the database, because it failed,
 * or because it is so far behind that the other consumers of its subscription would wait for it.
 * The stream has them acknowledged.
 */
import { randomUUID } from 'node:crypto';
import { Schema, type Connection, type Model } from 'mongoose';
import { UnavailableError } from '@forgemesh/errors';
import type { EventEnvelope } from '../event-types';

/** Maximum number of deferred events of a consumer: further ones stay in the stream. */
const MAX_DEFERRED = 10_000;
/** Maximum number of events that a process claims for a consumer at once. */
const MAX_CLAIMED = 20;

interface DeferredDocument {
  /** `<consumer>:<id of the event>`. */
  _id: string;
  consumer: string;
  /** The event as JSON: the keys of its data may not be valid names of fields. */
  event: string;
  /** Sequence of the event in its stream. */
  sequence: number;
  /** Number of failed attempts, without those caused by an unavailable dependency. */
  failures: number;
  /** Number of failed attempts. */
  attempts: number;
  /** When it is handled; while a process handles it, when another one may. */
  due_at: Date;
  /** Identifies the claim of the process that handles it. */
  claim?: string;
}

/** An event that a consumer has not handled, with its failed attempts. */
export interface UnhandledEvent {
  event: EventEnvelope;
  /** Sequence of the event in its stream. */
  sequence: number;
  /** Number of failed attempts, without those caused by an unavailable dependency. */
  failures: number;
  /** Number of failed attempts. */
  attempts: number;
}

/** The deferred events of a service. */
export interface DeferredEvents {
  /** The collection, for schedules that run after writes. */
  collection: { name: string };
  /**
   * Stores events of a consumer, to be handled after some time; the same events are replaced.
   * Throws UnavailableError if too many are stored already.
   */
  store(consumer: string, events: readonly UnhandledEvent[], delayMs: number): Promise<void>;
  /** Returns the consumers with deferred events, and whether some of those are due. */
  pending(): Promise<{ consumer: string; isDue: boolean }[]>;
  /**
   * Number of deferred events by consumer, as `pending` has counted them, and those stored since.
   */
  counts(): ReadonlyMap<string, number>;
  /** Claims due events of a consumer for this process, the oldest first. */
  claim(consumer: string, leaseMs: number): Promise<UnhandledEvent[]>;
  /** Keeps a claimed event for this process. */
  renew(consumer: string, event: EventEnvelope, leaseMs: number): Promise<void>;
  /** Removes an event that was handled or became a dead letter. */
  remove(consumer: string, event: EventEnvelope): Promise<void>;
}

/** Creates the deferred events of a service. */
export function createDeferredEvents(connection: Connection): DeferredEvents {
  const model = createModel(connection);
  let counts = new Map<string, number>();
  return {
    collection: model.collection,
    async store(consumer, events, delayMs) {
      const known = counts.get(consumer) ?? 0;
      if (known + events.length > MAX_DEFERRED) throw new UnavailableError('Too many events of the consumer wait');
      const due_at = new Date(Date.now() + delayMs);
      await model.bulkWrite(
        events.map(({ event, sequence, failures, attempts }) => {
          const document = { consumer, event: JSON.stringify(event), sequence, failures, attempts, due_at };
          const update = { $set: document, $unset: { claim: 1 as const } };
          return { updateOne: { filter: { _id: keyOf(consumer, event) }, update, upsert: true } };
        }),
        { ordered: false },
      );
      counts.set(consumer, known + events.length);
    },
    async pending() {
      const now = Date.now();
      const rows = await model.aggregate<{ _id: string; count: number; due_at: Date }>([
        { $group: { _id: '$consumer', count: { $sum: 1 }, due_at: { $min: '$due_at' } } },
      ]);
      counts = new Map(rows.map(({ _id: consumer, count }) => [consumer, count]));
      return rows.map(({ _id: consumer, due_at }) => ({ consumer, isDue: due_at.getTime() <= now }));
    },
    counts: () => counts,
    async claim(consumer, leaseMs) {
      const now = new Date();
      const order = { sort: { due_at: 1, sequence: 1 }, limit: MAX_CLAIMED } as const;
      const due = await model.find({ consumer, due_at: { $lte: now } }, { _id: 1 }, order).lean<{ _id: string }[]>();
      const claim = randomUUID();
      const ids = due.map(({ _id }) => _id);
      // Another process may have claimed some of them in the meantime.
      const lease = { $set: { claim, due_at: new Date(now.getTime() + leaseMs) } };
      await model.updateMany({ _id: { $in: ids }, due_at: { $lte: now } }, lease);
      const claimed = await model
        .find({ _id: { $in: ids }, claim })
        .sort({ sequence: 1 })
        .lean<DeferredDocument[]>();
      return claimed.map(({ event, sequence, failures, attempts }) => ({
        event: JSON.parse(event) as EventEnvelope,
        sequence,
        failures,
        attempts,
      }));
    },
    async renew(consumer, event, leaseMs) {
      await model.updateOne({ _id: keyOf(consumer, event) }, { $set: { due_at: new Date(Date.now() + leaseMs) } });
    },
    async remove(consumer, event) {
      await model.deleteOne({ _id: keyOf(consumer, event) });
    },
  };
}

function keyOf(consumer: string, { id }: EventEnvelope): string {
  return `${consumer}:${id}`;
}

function createModel(connection: Connection): Model<DeferredDocument> {
  const schema = new Schema<DeferredDocument>(
    {
      _id: String,
      consumer: String,
      event: String,
      sequence: Number,
      failures: Number,
      attempts: Number,
      due_at: Date,
      claim: String,
    },
    { versionKey: false, collection: 'deferred_events' },
  );
  schema.index({ consumer: 1, due_at: 1, sequence: 1 });
  return connection.model<DeferredDocument>('deferred_events', schema);
}
