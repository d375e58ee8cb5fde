/** Imports of projects from archives. */
import { entitySchema } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';
import { jobSchema, type JobDocument } from '#jobs';
import type { StoredFailures } from '#import-export/archives';
import type { ProjectSettings } from '#projects/model';

/**
 * An import. Its project is stored in the last step, under an id that is assigned at the beginning.
 */
export interface ImportDocument extends JobDocument, StoredFailures {
  project_id: number;
  namespace_id: number;
  ancestor_ids: number[];
  path: string;
  path_lower: string;
  name: string;
  /** User who started the import. */
  user_id: number;
  is_admin: boolean;
  /** Storage of the repository. */
  storage: string;
  /** Id of the archive in the file store; null when it is no longer needed. */
  file: string | null;
  /** Whether an existing project at the path is replaced. */
  overwrite: boolean;
  /** Settings that override those of the archive. */
  overrides: Partial<ProjectSettings>;
  /** Default branch, if it differs from that of the archive. */
  default_branch?: string;
  status: 'scheduled' | 'started' | 'finished' | 'failed';
  /** Reason of a failure, for users. */
  error: string | null;
  created_at: Date;
}

/** Creates the model of the imports. */
export function createImportModel(connection: Connection): Model<ImportDocument> {
  const text = { type: String, required: true };
  const schema = entitySchema<ImportDocument>('project_imports', {
    project_id: { type: Number, required: true },
    namespace_id: { type: Number, required: true },
    ancestor_ids: { type: [Number], required: true },
    path: text,
    path_lower: text,
    name: text,
    user_id: { type: Number, required: true },
    is_admin: { type: Boolean, required: true },
    storage: text,
    file: String,
    overwrite: { type: Boolean, required: true },
    overrides: { type: Schema.Types.Mixed, required: true },
    default_branch: String,
    status: text,
    error: String,
    failed_relations: { type: [Schema.Types.Mixed], default: undefined },
    failed_relation_count: Number,
    ...jobSchema,
    created_at: { type: Date, required: true },
  });
  schema.index({ project_id: 1 }, { unique: true });
  schema.index({ namespace_id: 1, path_lower: 1 });
  schema.index({ job_due_at: 1 }, { sparse: true });
  schema.index({ file: 1 }, { sparse: true });
  return connection.model<ImportDocument>('project_imports', schema);
}
