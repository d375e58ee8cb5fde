/**
 * Cached verification results of commit signatures, invalidated when a key or an email of its owner
 * changes.
 */
import { Schema, type Connection, type Model } from 'mongoose';

/** Result of a verification, with its reason. */
export type VerificationStatus =
  'verified' | 'unverified' | 'same_user_different_email' | 'other_user' | 'unverified_key' | 'unknown_key';

/** The outcome of a verification. */
export interface Verification {
  /** Id of the key that the signature names, upper case. */
  key_id: string;
  /** The stored key and its owner; null when no user has this key. */
  gpg_key_id: number | null;
  user_id: number | null;
  primary_keyid: string;
  user_name: string | null;
  user_email: string | null;
  /** Null when the primary key signed. */
  subkey_id: string | null;
  status: VerificationStatus;
}

/** The verification of one commit of one project. */
export interface CommitSignatureDocument extends Verification {
  /** `<project id>:<commit id>`. */
  _id: string;
  project_id: number;
}

/** Creates the model. */
export function createCommitSignatureModel(connection: Connection): Model<CommitSignatureDocument> {
  const schema = new Schema<CommitSignatureDocument>(
    {
      _id: String,
      project_id: Number,
      key_id: String,
      gpg_key_id: Number,
      user_id: Number,
      primary_keyid: String,
      user_name: String,
      user_email: String,
      subkey_id: String,
      status: String,
    },
    { versionKey: false, collection: 'commit_signatures', strict: 'throw', strictQuery: 'throw' },
  );
  for (const field of ['project_id', 'key_id', 'user_id'] as const) schema.index({ [field]: 1 });
  return connection.model<CommitSignatureDocument>('commit_signatures', schema);
}
