/** The progress of the migrations of a service: one document each. */
import { Schema, type Connection, type Model } from 'mongoose';

/** `move`: what was copied is deleted in the former place; `copy`: it stays there. */
export type MigrationMode = 'move' | 'copy';

/** Counts of the current pass. */
export interface PassCounts {
  copied: number;
  waiting: number;
  failed: number;
}

/** A migration of objects or files from one place to another. */
export interface MigrationDocument {
  /** What is migrated: `objects` or `files`. */
  _id: string;
  /** The former place. */
  from: string;
  to: string;
  mode: MigrationMode;
  /** `running`: something is left, or may be; `finished`: nothing is. */
  state: 'running' | 'finished';
  /** Items that were copied, and their bytes. */
  copied: number;
  copied_bytes: number;
  /** Items that were deleted in the former place. */
  deleted: number;
  /** Items that are in both places, by the last complete pass. */
  waiting: number;
  /** Items that could not be copied because they are damaged, by the last complete pass. */
  failed: number;
  /** Why the last pass was interrupted; absent if it was not. */
  error?: string;
  /** The last part that the current pass has completed; empty at its beginning. */
  cursor: string;
  pass: PassCounts;
  started_at: Date;
  updated_at: Date;
  finished_at?: Date;
  /** When the next pass begins or continues; absent if none does. */
  due_at?: Date;
  /** Claim of the process that runs a pass. */
  run?: string;
}

/** Creates the model. */
export function createMigrationModel(connection: Connection): Model<MigrationDocument> {
  const schema = new Schema<MigrationDocument>(
    {
      _id: String,
      from: String,
      to: String,
      mode: String,
      state: String,
      copied: Number,
      copied_bytes: Number,
      deleted: Number,
      waiting: Number,
      failed: Number,
      error: String,
      cursor: String,
      pass: { copied: Number, waiting: Number, failed: Number },
      started_at: Date,
      updated_at: Date,
      finished_at: Date,
      due_at: Date,
      run: String,
    },
    { versionKey: false, collection: 'object_migrations', strict: 'throw', strictQuery: 'throw' },
  );
  return connection.model<MigrationDocument>('object_migrations', schema);
}
