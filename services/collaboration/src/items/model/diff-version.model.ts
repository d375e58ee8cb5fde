/** Diff versions: the content of a merge request each time its commits changed. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** A diff version. */
export interface DiffVersionDocument extends EntityDocument {
  merge_request_id: number;
  project_id: number;
  /** Number within the merge request, starting at 1. */
  number: number;
  head_commit_sha: string;
  base_commit_sha: string;
  start_commit_sha: string;
  /** `without_files` for older versions once the request is merged. */
  state: 'empty' | 'collected' | 'overflow' | 'without_files';
  /** Number of changed files; a string, because it may be `1000+`. */
  real_size: string;
  /** The commits of the version, for finding the merge requests of a commit. */
  commit_ids: string[];
  created_at: Date;
}

/** Creates the model of the versions. */
export function createDiffVersionModel(connection: Connection): Model<DiffVersionDocument> {
  const text = { type: String, required: true };
  const schema = entitySchema<DiffVersionDocument>('diff_versions', {
    merge_request_id: { type: Number, required: true },
    project_id: { type: Number, required: true },
    number: { type: Number, required: true },
    head_commit_sha: text,
    base_commit_sha: text,
    start_commit_sha: text,
    state: text,
    real_size: text,
    commit_ids: { type: [String], required: true },
    created_at: { type: Date, required: true },
  });
  schema.index({ merge_request_id: 1, number: 1 }, { unique: true });
  schema.index({ commit_ids: 1 });
  return connection.model<DiffVersionDocument>('diff_versions', schema);
}
