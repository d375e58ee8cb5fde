/** Profiles of users for display, updated by identity's events. Never used for permissions. */
import { Schema, type Connection, type Model } from 'mongoose';

/** The public profile of a user. */
export interface UserDocument {
  _id: number;
  /** Version of the user in identity; newer versions win. */
  version: number;
  name: string;
  username: string;
  state: string;
  avatar_url: string | null;
  web_url: string;
}

/** Creates the model. */
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
