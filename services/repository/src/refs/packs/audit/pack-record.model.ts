/** Packs of the object store that need attention; most have no record. */
import { Schema, type Connection, type Model } from 'mongoose';

/** What is wrong with an object that a repository needs. */
export type PackDamage = 'missing' | 'size' | 'digest';

/** A pack, or a list of refs, that nothing names or that is damaged. */
export interface PackRecord {
  /** SHA-256 of the content, in hex. */
  _id: string;
  /** Bytes. */
  size: number;
  /**
   * Since when no checkpoint and no entry names it, or its last use by a writer; absent while
   * named.
   */
  unnamed_since?: Date;
  /** When it was last found unnamed. */
  checked_at?: Date;
  /** When its removal began. Until that is complete, the content cannot be stored again. */
  removing_at?: Date;
  damage?: PackDamage;
}

/** Creates the model. */
export function createPackRecordModel(connection: Connection): Model<PackRecord> {
  const schema = new Schema<PackRecord>(
    {
      _id: String,
      size: { type: Number, required: true },
      unnamed_since: Date,
      checked_at: Date,
      removing_at: Date,
      damage: String,
    },
    { versionKey: false, collection: 'pack_records', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ damage: 1 }, { sparse: true });
  schema.index({ removing_at: 1 }, { sparse: true });
  return connection.model<PackRecord>('pack_records', schema);
}
