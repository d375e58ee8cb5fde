/**
 * How users are displayed: one small document for each, fed by identity's events. Never asked for
 * rights.
 */
import { Schema, type Connection, type Model } from 'mongoose';

/** A user as others see him. */
export interface UserDocument {
  _id: number;
  /** Version of identity's user; the newer wins. */
  version: number;
  name: string;
  username: string;
  state: string;
  avatar_url: string | null;
  web_url: string;
}

/** Makes the model of the users. */
export function createUserModel(connection: Connection): Model<UserDocument> {
  return connection.model<UserDocument>(
    'users',
    new Schema<UserDocument>(
      {
        _id: Number,
        version: Number,
        name: String,
        username: String,
        state: String,
        avatar_url: String,
        web_url: String,
      },
      { versionKey: false, collection: 'users', strict: 'throw', strictQuery: 'throw' },
    ),
  );
}
