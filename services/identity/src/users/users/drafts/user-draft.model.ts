/**
 * Ids that were drawn for users who are being created: a repeated request goes on with the id, and
 * so with the claim, of the first.
 */
import { Schema, type Connection, type Model } from 'mongoose';

/** An id that was drawn. */
export interface UserDraft {
  /** Id of the write. */
  _id: string;
  user_id: number;
  at: Date;
}

/** Makes the model. */
export function createDraftModel(connection: Connection): Model<UserDraft> {
  const schema = new Schema<UserDraft>(
    { _id: String, user_id: Number, at: Date },
    { versionKey: false, collection: 'user_drafts' },
  );
  schema.index({ at: 1 });
  return connection.model<UserDraft>('user_drafts', schema);
}
