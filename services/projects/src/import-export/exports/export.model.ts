/** Exports of projects: at most one per project; a new export replaces the previous one. */
import { entitySchema } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';
import { jobSchema, type JobDocument } from '#jobs';

/** An export. */
export interface ExportDocument extends JobDocument {
  project_id: number;
  /** User who started it. */
  user_id: number;
  /** Whether the user is an administrator, who may read more. */
  is_admin: boolean;
  status: 'started' | 'after_export_action' | 'finished' | 'failed';
  /** Description in the archive; null for that of the project. */
  description: string | null;
  /**
   * URL that the archive is uploaded to, encrypted because it contains credentials; null for no
   * upload.
   */
  upload_url: string | null;
  upload_method: 'PUT' | 'POST';
  /** When the upload was requested; null or absent if it was not. */
  upload_requested_at?: Date | null;
  /** Id of the archive in the file store; null while it is incomplete. */
  file: string | null;
  /** File name for downloads. */
  file_name: string | null;
  /** When the archive expires. */
  expires_at: Date | null;
  created_at: Date;
}

/** Where the archive of an export is written. */
export interface ArchiveTarget {
  projectExport: ExportDocument;
  /** Id of the file in the file store. */
  file: string;
}

/** Creates the model of the exports. */
export function createExportModel(connection: Connection): Model<ExportDocument> {
  const schema = entitySchema<ExportDocument>('project_exports', {
    project_id: { type: Number, required: true },
    user_id: { type: Number, required: true },
    is_admin: { type: Boolean, required: true },
    status: { type: String, required: true },
    description: String,
    upload_url: String,
    upload_method: { type: String, required: true },
    upload_requested_at: Date,
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
