/**
 * Display data of users: one small document per user, updated by identity's events. Never used for
 * authorization.
 */
import { Schema, type Connection, type Model } from 'mongoose';

/** A user as others see them. */
export interface UserDocument {
  _id: number;
  /** Version of the user in identity; the newest wins. */
  version: number;
  name: string;
  username: string;
  state: string;
  avatar_url: string | null;
  web_url: string;
  created_at: string;
}

/** Creates the model of the users. */
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
        created_at: String,
      },
      { versionKey: false, collection: 'users', strict: 'throw', strictQuery: 'throw' },
    ),
  );
}
