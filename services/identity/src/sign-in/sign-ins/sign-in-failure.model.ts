/** How often somebody failed to say a password lately. */
import { Schema, type Connection, type Model } from 'mongoose';

/** Failures of one account or from one address. */
export interface SignInFailureDocument {
  /** `user/<name>` or `address/<address>`, each after `token/` where tokens were shown. */
  _id: string;
  count: number;
  /** Until when they count. */
  until: Date;
}

/** Makes the model. */
export function createSignInFailureModel(connection: Connection): Model<SignInFailureDocument> {
  const schema = new Schema<SignInFailureDocument>(
    { _id: String, count: Number, until: Date },
    { versionKey: false, collection: 'sign_in_failures' },
  );
  schema.index({ until: 1 });
  return connection.model<SignInFailureDocument>('sign_in_failures', schema);
}
