/** Stored SSH keys. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** Access of a deploy key to a project. */
export interface DeployKeyProject {
  project_id: number;
  can_push: boolean;
}

/**
 * An SSH key of a user, or a deploy key. Both are in one collection, so that one index makes a key
 * unique.
 */
export interface SshKeyDocument extends EntityDocument {
  /** User of the key; null for a deploy key. */
  user_id: number | null;
  /** Projects for which a deploy key is enabled. */
  projects?: DeployKeyProject[];
  title: string;
  /** Type, key and comment, separated by one space. */
  key: string;
  /** MD5 of the key, `aa:bb:...`. */
  fingerprint: string;
  /** SHA256 of the key in base64 without padding, unique. */
  fingerprint_sha256: string;
  created_at: Date;
  /** Time from which it is refused; null or absent for never. */
  expires_at?: Date | null;
  /** Time of the last sign-in, updated at most hourly; absent for never. */
  last_used_at?: Date;
}

/** Whether a key has expired. */
export function isExpired({ expires_at: end }: Pick<SshKeyDocument, 'expires_at'>): boolean {
  return end !== undefined && end !== null && end <= new Date();
}

/** Creates the model. */
export function createSshKeyModel(connection: Connection): Model<SshKeyDocument> {
  const schema = entitySchema<SshKeyDocument>('ssh_keys', {
    user_id: Number,
    projects: { type: [{ _id: false, project_id: Number, can_push: Boolean }], default: undefined },
    title: String,
    key: String,
    fingerprint: String,
    fingerprint_sha256: String,
    created_at: Date,
    expires_at: Date,
    last_used_at: Date,
  });
  schema.index({ fingerprint_sha256: 1 }, { unique: true });
  schema.index({ user_id: 1, _id: 1 });
  schema.index({ 'projects.project_id': 1, _id: 1 }, { sparse: true });
  return connection.model<SshKeyDocument>('ssh_keys', schema);
}
