/**
 * Ref changes: recorded as an intent before the ref moves, closed afterwards.
 *
 * A closed document is kept for one day, so that a retried write finds its commit and a later
 * change proves an earlier one.
 */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';
import type { RepositoryKind } from '@forgemesh/git-engine';

/** A change of one ref. */
export interface RefChangeDocument extends EntityDocument {
  project_id: number;
  storage: string;
  kind: RepositoryKind;
  /** Shared by all refs of one push. */
  push_id: string;
  /** Number of refs that the push changes. */
  refs_count: number;
  /** Number of refs of the same type (branch, tag or other) that the push changes. */
  ref_type_count?: number;
  /** Full name. */
  ref: string;
  /** Id before; zeros for a new ref. */
  before: string;
  /** Id after; zeros for a deleted ref. */
  after: string;
  /** The acting user; null for the system. */
  user_id: number | null;
  user_username: string;
  user_name: string;
  push_options: string[];
  /** The project had no default branch when the change was requested. */
  may_be_default: boolean;
  /** The change created the repository's first branch. */
  is_first: boolean;
  /** Number of commits that the change adds, 10,000 at most; 0 until it is closed. */
  total_commits_count: number;
  created_at: Date;
  /** Equals `created_at` while the outcome is unknown; absent once the ref has moved. */
  open_at?: Date;
}

/** Creates the model. */
export function createRefChangeModel(connection: Connection): Model<RefChangeDocument> {
  const schema = entitySchema<RefChangeDocument>('ref_changes', {
    project_id: { type: Number, required: true },
    storage: { type: String, required: true },
    kind: { type: String, required: true },
    push_id: { type: String, required: true },
    refs_count: { type: Number, required: true },
    ref_type_count: Number,
    ref: { type: String, required: true },
    before: { type: String, required: true },
    after: { type: String, required: true },
    user_id: Number,
    user_username: String,
    user_name: String,
    push_options: [String],
    may_be_default: Boolean,
    is_first: Boolean,
    total_commits_count: Number,
    created_at: { type: Date, required: true },
    open_at: Date,
  });
  schema.index({ open_at: 1 }, { sparse: true });
  schema.index({ created_at: 1 });
  schema.index({ project_id: 1, ref: 1 });
  return connection.model<RefChangeDocument>('ref_changes', schema);
}
