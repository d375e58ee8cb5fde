/** Pipelines of external systems. Their state is computed from their statuses. */
import { entitySchema, type QueryCache, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** State of a pipeline; `created` until its first status exists. */
export type PipelineState = 'created' | 'pending' | 'running' | 'success' | 'failed' | 'canceled';

/** Fields computed from the statuses. */
export interface PipelineSummary {
  status: PipelineState;
  started_at: Date | null;
  finished_at: Date | null;
  /** Percent; null if no status reports it. */
  coverage: number | null;
}

/** A pipeline of one commit on one branch or tag. */
export interface PipelineDocument extends EntityDocument, PipelineSummary {
  project_id: number;
  sha: string;
  /** Short name of a branch or tag. */
  ref: string;
  tag: boolean;
  /** User who set the first status. */
  user_id: number;
  created_at: Date;
  updated_at: Date;
  /**
   * Digest of project, commit and ref, so that two concurrent first statuses create one pipeline.
   */
  natural_key?: string;
}

/** Caches the newest pipelines of commits, by project and commit. */
export type NewestPipelineCache = QueryCache<PipelineDocument | null>;

/** Creates the model. */
export function createPipelineModel(connection: Connection): Model<PipelineDocument> {
  const schema = entitySchema<PipelineDocument>('pipelines', {
    project_id: { type: Number, required: true },
    sha: { type: String, required: true },
    ref: { type: String, required: true },
    tag: { type: Boolean, required: true },
    status: { type: String, required: true },
    user_id: { type: Number, required: true },
    coverage: Number,
    started_at: Date,
    finished_at: Date,
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
    natural_key: String,
  });
  schema.index({ natural_key: 1 }, { unique: true, sparse: true });
  schema.index({ project_id: 1, _id: -1 });
  schema.index({ project_id: 1, sha: 1, _id: -1 });
  for (const field of ['status', 'ref', 'updated_at', 'user_id']) schema.index({ project_id: 1, [field]: 1, _id: -1 });
  return connection.model<PipelineDocument>('pipelines', schema);
}
