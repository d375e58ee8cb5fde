/** Commit statuses reported by external systems. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** State of a status. */
export type CommitStatusState = 'pending' | 'running' | 'success' | 'failed' | 'canceled';

/** A status of one commit in one pipeline. */
export interface CommitStatusDocument extends EntityDocument {
  project_id: number;
  pipeline_id: number;
  sha: string;
  ref: string;
  name: string;
  stage: string;
  status: CommitStatusState;
  /** User who set it. */
  user_id: number;
  target_url: string | null;
  description: string | null;
  /** Percent. */
  coverage: number | null;
  /** Null unless it failed. */
  failure_reason: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  /** No newer status in its pipeline has the same name. */
  is_latest: boolean;
  /**
   * While pending or running: digest of pipeline, user, ref and name, which ensures that only one
   * such status is open.
   */
  open_key?: string;
  /** Id of the last write, so that a retry returns the result of the first attempt. */
  written_by?: string;
}

/** Creates the model. */
export function createCommitStatusModel(connection: Connection): Model<CommitStatusDocument> {
  const schema = entitySchema<CommitStatusDocument>('commit_statuses', {
    project_id: { type: Number, required: true },
    pipeline_id: { type: Number, required: true },
    sha: { type: String, required: true },
    ref: { type: String, required: true },
    name: { type: String, required: true },
    stage: { type: String, required: true },
    status: { type: String, required: true },
    user_id: { type: Number, required: true },
    target_url: String,
    description: String,
    coverage: Number,
    failure_reason: String,
    created_at: { type: Date, required: true },
    started_at: Date,
    finished_at: Date,
    is_latest: { type: Boolean, required: true },
    open_key: String,
    written_by: String,
  });
  schema.index({ open_key: 1 }, { unique: true, sparse: true });
  schema.index({ written_by: 1 }, { sparse: true });
  schema.index({ project_id: 1, sha: 1, _id: 1 });
  schema.index({ pipeline_id: 1, is_latest: 1, name: 1 });
  return connection.model<CommitStatusDocument>('commit_statuses', schema);
}
