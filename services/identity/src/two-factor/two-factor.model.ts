/** The second factors of users, apart from their documents: nothing of them goes into events. */
import { Schema, type Connection, type Model } from 'mongoose';

/** The second factor of one user. It counts where the user has `two_factor_enabled`. */
export interface TwoFactorDocument {
  /** Id of the user. */
  _id: number;
  /** Secret of the authenticator, sealed; absent until it was confirmed once. */
  sealed?: string;
  /** Secret that no code has confirmed yet, sealed. */
  pending_sealed?: string;
  /** Number of the last time step whose code was used: none is good twice. */
  last_step: number;
  /** Digests of the recovery codes that are left. */
  recovery_digests: string[];
  enabled_at?: Date;
}

/** Creates the model. */
export function createTwoFactorModel(connection: Connection): Model<TwoFactorDocument> {
  const schema = new Schema<TwoFactorDocument>(
    {
      ...{ _id: Number, sealed: String, pending_sealed: String, last_step: Number },
      ...{ recovery_digests: [String], enabled_at: Date },
    },
    { versionKey: false, collection: 'two_factors' },
  );
  return connection.model<TwoFactorDocument>('two_factors', schema);
}
