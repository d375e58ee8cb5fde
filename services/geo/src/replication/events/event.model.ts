/** Replication log on the primary: the changes that secondaries replicate. */
import { DAY_MS } from '@forgemesh/service/durations';
import { isDuplicateKey } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';
import type { FileKind } from '#replication/files';

/** Type of a logged change. Secondaries also get `project_excluded`, which is not logged. */
export type LogEventType =
  'project_changed' | 'project_removed' | 'repository_changed' | 'wiki_changed' | 'file_changed';

/**
 * An entry of the log. Ids have no gaps: an entry becomes visible only after all entries before it.
 */
export interface LogEvent {
  _id: number;
  /** Id of the event that the entry was created from; it makes redeliveries idempotent. */
  event_id: string;
  type: LogEventType;
  /** Id of the project; 0 for a file. */
  project_id: number;
  file_kind?: FileKind;
  file_id?: number;
  at: Date;
}

/** A new entry. */
export type NewLogEvent = Omit<LogEvent, '_id'>;

/** Creates the model. */
export function createEventModel(connection: Connection): Model<LogEvent> {
  const schema = new Schema<LogEvent>(
    { _id: Number, event_id: String, type: String, project_id: Number, file_kind: String, file_id: Number, at: Date },
    { versionKey: false, collection: 'geo_events', strict: 'throw' },
  );
  schema.index({ event_id: 1 }, { unique: true });
  schema.index({ at: 1 });
  return connection.model<LogEvent>('geo_events', schema);
}

/** Returns the newest entry. */
export function lastEvent(events: Model<LogEvent>): Promise<LogEvent | null> {
  return events
    .findOne({}, undefined, { sort: { _id: -1 } })
    .lean<LogEvent>()
    .exec();
}

/**
 * Adds an entry once. The id is one more than that of the newest entry, and the write is retried on
 * a conflict. Ids from a sequence could become visible out of order.
 */
export async function appendEvent(events: Model<LogEvent>, entry: NewLogEvent): Promise<void> {
  for (;;) {
    const last = await lastEvent(events);
    try {
      await events.create([{ _id: (last?._id ?? 0) + 1, ...entry }]);
      return;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if (await events.exists({ event_id: entry.event_id })) return;
    }
  }
}

const KEPT_MS = 30 * DAY_MS;

/**
 * Removes old entries. The newest entry is kept, because the next id is derived from it. A
 * secondary that has not processed removed entries starts over.
 */
export async function removeOldEvents(events: Model<LogEvent>): Promise<void> {
  const last = await lastEvent(events);
  if (last) await events.deleteMany({ _id: { $lt: last._id }, at: { $lt: new Date(Date.now() - KEPT_MS) } });
}
