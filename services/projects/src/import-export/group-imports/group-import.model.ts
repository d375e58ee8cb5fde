/** Imports of groups from archives. */
import { entitySchema } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';
import type { StoredFailures } from '#import-export/archives';
import { jobSchema, type JobDocument } from '#jobs';

/** An import. Its groups are stored in the last step, under ids that are assigned before. */
export interface GroupImportDocument extends JobDocument, StoredFailures {
  /** Id of the top group. */
  group_id: number;
  /**
   * Ids of all groups in the order of the archive, top group first; absent before the archive was
   * read.
   */
  group_ids?: number[];
  /** Parent of the new group; 0 at the top level. */
  parent_id: number;
  path: string;
  name: string;
  /** User who started the import. */
  user_id: number;
  /** Whether the user is an administrator. */
  is_admin: boolean;
  /** Id of the archive in the file store; null when it is no longer needed. */
  file: string | null;
  status: 'scheduled' | 'started' | 'finished' | 'failed';
  /** Reason of a failure, for users. */
  error: string | null;
  created_at: Date;
}

/** Creates the model. */
export function createGroupImportModel(connection: Connection): Model<GroupImportDocument> {
  const text = { type: String, required: true };
  const schema = entitySchema<GroupImportDocument>('group_imports', {
    group_id: { type: Number, required: true },
    group_ids: { type: [Number], default: undefined },
    parent_id: { type: Number, required: true },
    path: text,
    name: text,
    user_id: { type: Number, required: true },
    is_admin: { type: Boolean, required: true },
    file: String,
    status: text,
    error: String,
    failed_relations: { type: [Schema.Types.Mixed], default: undefined },
    failed_relation_count: Number,
    ...jobSchema,
    created_at: { type: Date, required: true },
  });
  schema.index({ group_id: 1 }, { unique: true });
  schema.index({ job_due_at: 1 }, { sparse: true });
  schema.index({ file: 1 }, { sparse: true });
  return connection.model<GroupImportDocument>('group_imports', schema);
}
