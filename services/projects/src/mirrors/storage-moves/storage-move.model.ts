/** Moves of projects to other storages. */
import { entitySchema } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';
import { jobSchema, type JobDocument } from '#jobs';

/** A move. Moves of the same project run one after the other in the order of their requests. */
export interface StorageMoveDocument extends JobDocument {
  project_id: number;
  destination_storage: string;
  /** Storage of the project when the move started; null before. */
  source_storage: string | null;
  /**
   * Number of the last attempt, greater than those of all earlier moves of the project. Null before
   * the first.
   */
  move: number | null;
  /** User who requested it. */
  user_id: number;
  status: 'scheduled' | 'started' | 'finished' | 'failed';
  /** Reason of a failure, for users. */
  error: string | null;
  created_at: Date;
}

/** Creates the model. */
export function createStorageMoveModel(connection: Connection): Model<StorageMoveDocument> {
  const schema = entitySchema<StorageMoveDocument>('storage_moves', {
    project_id: { type: Number, required: true },
    destination_storage: { type: String, required: true },
    source_storage: String,
    move: Number,
    user_id: { type: Number, required: true },
    status: { type: String, required: true },
    error: String,
    ...jobSchema,
    created_at: { type: Date, required: true },
  });
  schema.index({ project_id: 1, _id: 1 });
  schema.index({ job_due_at: 1 }, { sparse: true });
  return connection.model<StorageMoveDocument>('storage_moves', schema);
}

/** A move in events. */
export function presentStorageMoveEvent({ _id: id, project_id, status, ...move }: StorageMoveDocument): object {
  const { source_storage, destination_storage } = move;
  return {
    id,
    project_id,
    state: status,
    source_storage_name: source_storage,
    destination_storage_name: destination_storage,
  };
}
