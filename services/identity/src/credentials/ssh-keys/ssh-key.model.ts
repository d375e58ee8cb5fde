/** SSH keys as they are stored. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** What a deploy key may do on a project. */
export interface DeployKeyProject {
  project_id: number;
  can_push: boolean;
}

/**
 * An SSH key of a user, or a deploy key: one collection, so that one index keeps a key with one of
 * them.
 */
export interface SshKeyDocument extends EntityDocument {
  /** Whose key it is; null for a deploy key. */
  user_id: number | null;
  /** Projects that a deploy key opens. */
  projects?: DeployKeyProject[];
  title: string;
  /** Type, key and comment, parted by one space. */
  key: string;
  /** MD5 of the key, `aa:bb:...`. */
  fingerprint: string;
  /** SHA256 of the key in base64 without padding; no two keys have the same. */
  fingerprint_sha256: string;
  created_at: Date;
}

/** Makes the model. */
export function createSshKeyModel(connection: Connection): Model<SshKeyDocument> {
  const schema = entitySchema<SshKeyDocument>('ssh_keys', {
    user_id: Number,
    projects: { type: [{ _id: false, project_id: Number, can_push: Boolean }], default: undefined },
    title: String,
    key: String,
    fingerprint: String,
    fingerprint_sha256: String,
    created_at: Date,
  });
  schema.index({ fingerprint_sha256: 1 }, { unique: true });
  schema.index({ user_id: 1, _id: 1 });
  schema.index({ 'projects.project_id': 1, _id: 1 }, { sparse: true });
  return connection.model<SshKeyDocument>('ssh_keys', schema);
}
