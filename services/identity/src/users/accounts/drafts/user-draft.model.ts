/**
 * Ids reserved for users that are being created: a retry continues with the id, and so with the
 * name reservation, of the first attempt.
 */
import { Schema, type Connection, type Model } from 'mongoose';

/** A reserved id. */
export interface UserDraft {
  /** Id of the write. */
  _id: string;
  user_id: number;
  at: Date;
}

/** Creates the model. */
export function createDraftModel(connection: Connection): Model<UserDraft> {
  const schema = new Schema<UserDraft>(
    { _id: String, user_id: Number, at: Date },
    { versionKey: false, collection: 'user_drafts' },
  );
  schema.index({ at: 1 });
  return connection.model<UserDraft>('user_drafts', schema);
}
