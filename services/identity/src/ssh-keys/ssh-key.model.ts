/** SSH keys as they are stored. */
import { entitySchema, type EntityDocument } from '@forgemesh/kit';
import type { Connection, Model } from 'mongoose';

/** An SSH key of a user. */
export interface SshKeyDocument extends EntityDocument {
  user_id: number;
  title: string;
  /** Type, key and comment, parted by one space. */
  key: string;
  /** MD5 of the key, `aa:bb:...`. */
  fingerprint: string;
  /** SHA256 of the key in base64 without padding; no two users have the same. */
  fingerprint_sha256: string;
  created_at: Date;
}

/** Makes the model. */
export function createSshKeyModel(connection: Connection): Model<SshKeyDocument> {
  const schema = entitySchema<SshKeyDocument>('ssh_keys', {
    user_id: Number,
    title: String,
    key: String,
    fingerprint: String,
    fingerprint_sha256: String,
    created_at: Date,
  });
  schema.index({ fingerprint_sha256: 1 }, { unique: true });
  schema.index({ user_id: 1, _id: 1 });
  return connection.model<SshKeyDocument>('ssh_keys', schema);
}
