/**
 * Upkeep that was asked for: at most one job for each project, which also says when the next one
 * may be asked for.
 */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** The last upkeep of a project; `_id` is the project's. */
export interface HousekeepingDocument extends EntityDocument {
  storage: string;
  /** When it was asked for. */
  requested_at: Date;
  /** Id of the user who asked. */
  requested_by: number;
  /** Failures in a row. */
  failures: number;
  /** Why it failed last. */
  error?: string;
  /**
   * While it is not done: from when on a process may take it. The process that works on it moves
   * this on.
   */
  due_at?: Date;
  /** The process that works on it. */
  claim?: string;
}

/** Makes the model. */
export function createHousekeepingModel(connection: Connection): Model<HousekeepingDocument> {
  const schema = entitySchema<HousekeepingDocument>('housekeepings', {
    storage: { type: String, required: true },
    requested_at: { type: Date, required: true },
    requested_by: { type: Number, required: true },
    failures: { type: Number, required: true },
    error: String,
    due_at: Date,
    claim: String,
  });
  schema.index({ due_at: 1 }, { sparse: true });
  return connection.model<HousekeepingDocument>('housekeepings', schema);
}
