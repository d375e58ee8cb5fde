/** Exports of projects: one for each project, which the next one replaces. */
import { entitySchema } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';
import { jobSchema, type JobDocument } from '../../administration/jobs/job';

/** An export. */
export interface ExportDocument extends JobDocument {
  project_id: number;
  /** Who asked for it. */
  user_id: number;
  /** Whether he is an administrator, who may read more. */
  is_admin: boolean;
  status: 'started' | 'after_export_action' | 'finished' | 'failed';
  /** Description in the archive; null for the project's own. */
  description: string | null;
  /**
   * Where the archive is sent, sealed: such an address carries its own credentials. Null for
   * nowhere.
   */
  upload_url: string | null;
  upload_method: 'PUT' | 'POST';
  /** Id of the archive in the file store; null while it is not whole. */
  file: string | null;
  /** Name under which it is downloaded. */
  file_name: string | null;
  /** When the archive is removed. */
  expires_at: Date | null;
  created_at: Date;
}

/** Makes the model of the exports. */
export function createExportModel(connection: Connection): Model<ExportDocument> {
  const schema = entitySchema<ExportDocument>('project_exports', {
    project_id: { type: Number, required: true },
    user_id: { type: Number, required: true },
    is_admin: { type: Boolean, required: true },
    status: { type: String, required: true },
    description: String,
    upload_url: String,
    upload_method: { type: String, required: true },
    file: String,
    file_name: String,
    expires_at: Date,
    ...jobSchema,
    created_at: { type: Date, required: true },
  });
  schema.index({ project_id: 1 }, { unique: true });
  schema.index({ job_due_at: 1 }, { sparse: true });
  schema.index({ expires_at: 1 }, { sparse: true });
  schema.index({ file: 1 }, { sparse: true });
  return connection.model<ExportDocument>('project_exports', schema);
}
