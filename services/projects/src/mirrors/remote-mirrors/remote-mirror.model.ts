/** Push mirrors: external repositories that receive the pushes to a project. */
import { entitySchema } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';
import { jobSchema, type JobDocument } from '#jobs';

/** Settings of a push mirror. */
export interface RemoteMirrorSettings {
  enabled: boolean;
  only_protected_branches: boolean;
  keep_divergent_refs: boolean;
}

/** A push mirror. */
export interface RemoteMirrorDocument extends JobDocument, RemoteMirrorSettings {
  project_id: number;
  /** URL with its credentials, encrypted. */
  url: string;
  update_status: 'none' | 'scheduled' | 'started' | 'finished' | 'failed';
  last_update_at: Date | null;
  last_update_started_at: Date | null;
  last_successful_update_at: Date | null;
  last_error: string | null;
  created_at: Date;
  updated_at: Date;
}

/** Creates the model of the push mirrors. */
export function createRemoteMirrorModel(connection: Connection): Model<RemoteMirrorDocument> {
  const flag = { type: Boolean, required: true };
  const date = { type: Date, default: null };
  const schema = entitySchema<RemoteMirrorDocument>('remote_mirrors', {
    project_id: { type: Number, required: true },
    url: { type: String, required: true },
    enabled: flag,
    only_protected_branches: flag,
    keep_divergent_refs: flag,
    update_status: { type: String, required: true },
    last_update_at: date,
    last_update_started_at: date,
    last_successful_update_at: date,
    last_error: { type: String, default: null },
    ...jobSchema,
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  });
  schema.index({ project_id: 1, _id: 1 });
  schema.index({ job_due_at: 1 }, { sparse: true });
  return connection.model<RemoteMirrorDocument>('remote_mirrors', schema);
}
