/** The log of what copies must follow, on the primary. */
import { isDuplicateKey } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';
import type { FileKind } from '../files/file-kinds';

/** What happened to a project or a file. */
export type LogEventType =
  'project_changed' | 'project_removed' | 'repository_changed' | 'wiki_changed' | 'file_changed';

/** An entry of the log. Ids have no gaps: an entry is seen only after all before it. */
export interface LogEvent {
  _id: number;
  /** Id of the event that it comes from, which may be told twice. */
  event_id: string;
  type: LogEventType;
  /** 0 of a file. */
  project_id: number;
  file_kind?: FileKind;
  file_id?: number;
  at: Date;
}

/** An entry that is to be added. */
export type NewLogEvent = Omit<LogEvent, '_id'>;

/** Makes the model. */
export function createEventModel(connection: Connection): Model<LogEvent> {
  const schema = new Schema<LogEvent>(
    { _id: Number, event_id: String, type: String, project_id: Number, file_kind: String, file_id: Number, at: Date },
    { versionKey: false, collection: 'geo_events', strict: 'throw' },
  );
  schema.index({ event_id: 1 }, { unique: true });
  schema.index({ at: 1 });
  return connection.model<LogEvent>('geo_events', schema);
}

/** The newest entry. */
export function lastEvent(events: Model<LogEvent>): Promise<LogEvent | null> {
  return events
    .findOne({}, undefined, { sort: { _id: -1 } })
    .lean<LogEvent>()
    .exec();
}

/**
 * Adds an entry once. A sequence would give ids that are seen out of order: the id is the next one
 * as it is written, or the write fails.
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

const KEPT_MS = 30 * 24 * 60 * 60_000;

/**
 * Removes old entries. The newest one stays, as the next id follows from it. A node that has not
 * followed them begins anew.
 */
export async function removeOldEvents(events: Model<LogEvent>): Promise<void> {
  const last = await lastEvent(events);
  if (last) await events.deleteMany({ _id: { $lt: last._id }, at: { $lt: new Date(Date.now() - KEPT_MS) } });
}
