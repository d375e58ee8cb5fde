/** Second factors, in a separate collection so that events of users never contain them. */
import { Schema, type Connection, type Model } from 'mongoose';

/** Second factor of a user; required at sign-in if the user has `two_factor_enabled`. */
export interface TwoFactorDocument {
  /** Id of the user. */
  _id: number;
  /** Secret of the authenticator app, encrypted; absent until a code has confirmed it. */
  sealed?: string;
  /** Unconfirmed secret, encrypted. */
  pending_sealed?: string;
  /** Time step of the last used code; older codes are rejected. */
  last_step: number;
  /** Digests of the unused recovery codes. */
  recovery_digests: string[];
  enabled_at?: Date;
}

/** Creates the model. */
export function createTwoFactorModel(connection: Connection): Model<TwoFactorDocument> {
  const schema = new Schema<TwoFactorDocument>(
    {
      _id: Number,
      sealed: String,
      pending_sealed: String,
      last_step: Number,
      recovery_digests: [String],
      enabled_at: Date,
    },
    { versionKey: false, collection: 'two_factors' },
  );
  return connection.model<TwoFactorDocument>('two_factors', schema);
}
