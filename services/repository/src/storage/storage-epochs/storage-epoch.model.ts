/** Which start of a process may write to a storage, and what is known of the storage's disk. */
import { Schema, type Connection, type Model } from 'mongoose';

/** The epoch of one storage. */
export interface StorageEpochDocument {
  /** Name of the storage. */
  _id: string;
  /** Number of starts of processes for this storage. Only the newest one may write. */
  epoch: number;
  /** The newest epoch that was written to the disk: a disk with an older one is an older copy. */
  disk_epoch: number;
  claimed_at: Date;
  /** Why writes to the disk are refused, if they are. */
  refused?: {
    /** Epoch of the start that found the reason. An administrator names it to accept the loss. */
    epoch: number;
    reason: string;
  };
  /** Time at which an administrator accepted that the disk lacks changes of before. */
  accepted_at?: Date;
}

/** Creates the model. */
export function createStorageEpochModel(connection: Connection): Model<StorageEpochDocument> {
  const schema = new Schema<StorageEpochDocument>(
    {
      _id: String,
      epoch: Number,
      disk_epoch: Number,
      claimed_at: Date,
      refused: { type: { epoch: Number, reason: String }, _id: false },
      accepted_at: Date,
    },
    { versionKey: false, collection: 'storage_epochs', strict: 'throw', strictQuery: 'throw' },
  );
  return connection.model<StorageEpochDocument>('storage_epochs', schema);
}
