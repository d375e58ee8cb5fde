/** Results of the audits of packs, each of a 256th of the object store. */
import { Schema, type Connection, type Model } from 'mongoose';

/** Objects, and their bytes. */
export interface ObjectCount {
  objects: number;
  bytes: number;
}

/** The result of an audit. */
export interface PackAudit {
  /** The digits with which the digests of the objects begin, two. */
  _id: string;
  audited_at: Date;
  /** All objects. */
  stored: ObjectCount;
  /** Those that no checkpoint and no entry names. */
  unnamed: ObjectCount;
  /** Those whose grace period is over, before their removal. */
  removable: ObjectCount;
  /** Those that were removed. */
  removed: ObjectCount;
  /** Objects that a repository needs and that are missing or differ from their digest. */
  damaged: number;
}

/** Creates the model. */
export function createPackAuditModel(connection: Connection): Model<PackAudit> {
  const counts = { objects: Number, bytes: Number };
  const schema = new Schema<PackAudit>(
    {
      _id: String,
      audited_at: { type: Date, required: true },
      stored: counts,
      unnamed: counts,
      removable: counts,
      removed: counts,
      damaged: { type: Number, required: true },
    },
    { versionKey: false, collection: 'pack_audits', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ audited_at: 1 });
  return connection.model<PackAudit>('pack_audits', schema);
}
