/** Exports of groups: at most one per group; a new export replaces the previous one. */
import type { EventEntity } from '@forgemesh/events';
import { entitySchema } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';
import { jobSchema, type JobDocument } from '#jobs';

/** An export of a group. */
export interface GroupExportDocument extends JobDocument {
  group_id: number;
  /** User who started it. */
  user_id: number;
  /** Whether the user is an administrator, who may read more. */
  is_admin: boolean;
  status: 'started' | 'finished' | 'failed';
  /** Id of the archive in the file store; null while it is incomplete. */
  file: string | null;
  /** File name for downloads. */
  file_name: string | null;
  /** When the archive expires. */
  expires_at: Date | null;
  created_at: Date;
}

/** Creates the model. */
export function createGroupExportModel(connection: Connection): Model<GroupExportDocument> {
  const schema = entitySchema<GroupExportDocument>('group_exports', {
    group_id: { type: Number, required: true },
    user_id: { type: Number, required: true },
    is_admin: { type: Boolean, required: true },
    status: { type: String, required: true },
    file: String,
    file_name: String,
    expires_at: Date,
    ...jobSchema,
    created_at: { type: Date, required: true },
  });
  schema.index({ group_id: 1 }, { unique: true });
  schema.index({ job_due_at: 1 }, { sparse: true });
  schema.index({ expires_at: 1 }, { sparse: true });
  schema.index({ file: 1 }, { sparse: true });
  return connection.model<GroupExportDocument>('group_exports', schema);
}

/** An export in events. */
export function presentGroupExportEvent({
  _id: id,
  group_id,
}: GroupExportDocument): EventEntity<'projects.group_export.started'> {
  return { id, group_id };
}
