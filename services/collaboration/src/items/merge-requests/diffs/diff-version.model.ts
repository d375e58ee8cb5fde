/** What a merge request would have brought in, each time that its commits changed. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** A diff version. */
export interface DiffVersionDocument extends EntityDocument {
  merge_request_id: number;
  project_id: number;
  /** Counts within the merge request, from 1 on. */
  number: number;
  head_commit_sha: string;
  base_commit_sha: string;
  start_commit_sha: string;
  /** `without_files` once a merge made older versions uninteresting. */
  state: 'empty' | 'collected' | 'overflow' | 'without_files';
  /** Changed files; a text, as `1000+` is one too. */
  real_size: string;
  /** The commits that it brings, by which merge requests of a commit are found. */
  commit_ids: string[];
  created_at: Date;
}

/** Makes the model of the versions. */
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
