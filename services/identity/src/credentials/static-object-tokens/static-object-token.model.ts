/**
 * Static object tokens, in a separate collection so that events of users never contain them. They
 * are sealed and not digested, because addresses in the external storage contain them.
 */
import { Schema, type Connection, type Model } from 'mongoose';

/** The static object token of a user. */
export interface StaticObjectTokenDocument {
  /** Id of the user. */
  _id: number;
  /** The random part of the token, encrypted. */
  sealed: string;
  created_at: Date;
}

/** Creates the model. */
export function createStaticObjectTokenModel(connection: Connection): Model<StaticObjectTokenDocument> {
  const schema = new Schema<StaticObjectTokenDocument>(
    { _id: Number, sealed: String, created_at: Date },
    { versionKey: false, collection: 'static_object_tokens' },
  );
  return connection.model<StaticObjectTokenDocument>('static_object_tokens', schema);
}
