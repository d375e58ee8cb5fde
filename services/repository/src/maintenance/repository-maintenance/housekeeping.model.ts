/**
 * Requested housekeeping: at most one job per project, which also holds the lease until the next
 * one may be requested.
 */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** The last housekeeping job of a project; `_id` is the project's id. */
export interface HousekeepingDocument extends EntityDocument {
  storage: string;
  /** Time of the request. */
  requested_at: Date;
  /** Id of the requesting user. */
  requested_by: number;
  /** Consecutive failures. */
  failures: number;
  /** Message of the last failure. */
  error?: string;
  /**
   * While the job is unfinished: time from which a process may claim it. The process that runs it
   * keeps postponing this.
   */
  due_at?: Date;
  /** Id of the claim of the process that runs it. */
  claim?: string;
}

/** Creates the model. */
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
