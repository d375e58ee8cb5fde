/** Repositories of deleted projects, kept on their storage until their retention expires. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** The repository and the wiki of one deleted project. */
export interface DeletedRepositoryDocument extends EntityDocument {
  project_id: number;
  /** Null if unknown. */
  path_with_namespace: string | null;
  storage: string;
  /** Name of the folder below `@deleted`, without suffix. */
  folder: string;
  /** Bytes at the last measurement. */
  size: number;
  deleted_at: Date;
  deleted_by_id: number | null;
  /**
   * Whether the folder was found without an entry, for example after the restore of an older
   * database.
   */
  found_on_disk?: boolean;
  /** During a restore, the project that receives the repository. */
  restoring_to?: number;
  restoring_at?: Date;
  restored_by_id?: number | null;
  /** Set once the removal has started: the entry is no longer listed and cannot be restored. */
  removing_at?: Date;
}

/** Creates the model. */
export function createDeletedRepositoryModel(connection: Connection): Model<DeletedRepositoryDocument> {
  const schema = entitySchema<DeletedRepositoryDocument>('deleted_repositories', {
    project_id: { type: Number, required: true },
    path_with_namespace: { type: String, default: null },
    storage: { type: String, required: true },
    folder: { type: String, required: true },
    size: { type: Number, required: true },
    deleted_at: { type: Date, required: true },
    deleted_by_id: { type: Number, default: null },
    found_on_disk: Boolean,
    restoring_to: Number,
    restoring_at: Date,
    restored_by_id: Number,
    removing_at: Date,
  });
  schema.index({ project_id: 1, storage: 1 });
  schema.index({ deleted_at: 1 });
  schema.index({ removing_at: 1 }, { sparse: true });
  schema.index({ restoring_at: 1 }, { sparse: true });
  return connection.model<DeletedRepositoryDocument>('deleted_repositories', schema);
}
