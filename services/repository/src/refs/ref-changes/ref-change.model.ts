/**
 * Changes of refs: recorded as an intent before the ref moves, done when it has moved.
 *
 * A document is kept for a day after that, so that a repeated write finds its commit and a later
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
  /** How many refs the push changes. */
  refs_count: number;
  /** Number of refs of the same type (branch, tag or other) that the push changes. */
  ref_type_count?: number;
  /** Full name. */
  ref: string;
  /** Id before; zeros for a new ref. */
  before: string;
  /** Id after; zeros for a deleted ref. */
  after: string;
  /** Who changes it; null for the system. */
  user_id: number | null;
  user_username: string;
  user_name: string;
  push_options: string[];
  /** The project had no default branch when the change was asked for. */
  may_be_default: boolean;
  /** The change made the repository's first branch. */
  is_first: boolean;
  /** Commits that the change brings, 10,000 at most; 0 until it is done. */
  total_commits_count: number;
  created_at: Date;
  /** As `created_at` while it is not known whether the ref moved; absent when it has. */
  open_at?: Date;
}

/** Makes the model. */
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
