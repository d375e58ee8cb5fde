/** Counts of recent failed sign-ins, and the networks from which accounts have signed in. */
import { Schema, type Connection, type Model } from 'mongoose';

/** Failures under one of the limits in `sign-in-limits.ts`, or a known network. */
export interface SignInFailureDocument {
  /** Key of the limit or of the known network. */
  _id: string;
  /** Number of failures; 0 for a known network. */
  count: number;
  /** When it expires. */
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
