/** Counts of recent failed sign-ins. */
import { Schema, type Connection, type Model } from 'mongoose';

/** Failures of an account or from an address. */
export interface SignInFailureDocument {
  /** `user/<name>` or `address/<address>`, prefixed with `token/` for attempts with tokens. */
  _id: string;
  count: number;
  /** When the failures expire. */
  until: Date;
}

/** Creates the model. */
export function createSignInFailureModel(connection: Connection): Model<SignInFailureDocument> {
  const schema = new Schema<SignInFailureDocument>(
    { _id: String, count: Number, until: Date },
    { versionKey: false, collection: 'sign_in_failures' },
  );
  schema.index({ until: 1 });
  return connection.model<SignInFailureDocument>('sign_in_failures', schema);
}
