/** Stored GPG keys. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';

/** A user id certified by the key itself. */
export interface GpgUserIdDocument {
  name: string;
  /** Empty if the user id contains no email. */
  email: string;
}

/** A GPG key of a user. Key ids and fingerprints are in upper case. */
export interface GpgKeyDocument extends EntityDocument {
  user_id: number;
  /** Armored public key block. */
  key: string;
  /** Unique, as is `primary_keyid`. */
  fingerprint: string;
  /** 16 digits. */
  primary_keyid: string;
  subkey_ids: string[];
  user_ids: GpgUserIdDocument[];
  created_at: Date;
}

/** Creates the model. */
export function createGpgKeyModel(connection: Connection): Model<GpgKeyDocument> {
  const schema = entitySchema<GpgKeyDocument>('gpg_keys', {
    user_id: Number,
    key: String,
    fingerprint: String,
    primary_keyid: String,
    subkey_ids: [String],
    user_ids: [Schema.Types.Mixed],
    created_at: Date,
  });
  schema.index({ fingerprint: 1 }, { unique: true });
  schema.index({ primary_keyid: 1 }, { unique: true });
  schema.index({ subkey_ids: 1 });
  schema.index({ user_id: 1, _id: 1 });
  return connection.model<GpgKeyDocument>('gpg_keys', schema);
}
