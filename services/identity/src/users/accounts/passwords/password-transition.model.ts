/** Progress of the transition to sealed password hashes. */
import { Schema, type Connection, type Model } from 'mongoose';

/** The progress; one document. */
export interface PasswordTransitionDocument {
  _id: string;
  /** Time from which hashes are sealed and whether all are, as JSON; sealed. */
  sealed: string;
}

/** Creates the model. */
export function createPasswordTransitionModel(connection: Connection): Model<PasswordTransitionDocument> {
  const schema = new Schema<PasswordTransitionDocument>(
    { _id: String, sealed: String },
    { versionKey: false, collection: 'password_transitions' },
  );
  return connection.model<PasswordTransitionDocument>('password_transitions', schema);
}
