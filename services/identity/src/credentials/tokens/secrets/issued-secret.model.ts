/** Encrypted copies of recently issued tokens, so that a retry returns the same token. */
import { Schema, type Connection, type Model } from 'mongoose';

/** The tokens that one write issued. */
export interface IssuedSecretDocument {
  /** Id of the write. */
  _id: string;
  /** The tokens as a JSON array, encrypted. */
  sealed: string;
  /** When the copy expires. */
  until: Date;
}

/** Creates the model. */
export function createIssuedSecretModel(connection: Connection): Model<IssuedSecretDocument> {
  const schema = new Schema<IssuedSecretDocument>(
    { _id: String, sealed: String, until: Date },
    { versionKey: false, collection: 'issued_secrets' },
  );
  schema.index({ until: 1 });
  return connection.model<IssuedSecretDocument>('issued_secrets', schema);
}
