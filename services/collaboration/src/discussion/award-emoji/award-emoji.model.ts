/** Award emoji: reactions to items and notes. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** The kinds of objects that can be reacted to. */
export type AwardableType = 'Issue' | 'MergeRequest' | 'Snippet' | 'Epic' | 'Note';

/** A reaction. */
export interface AwardEmojiDocument extends EntityDocument {
  awardable_type: AwardableType;
  awardable_id: number;
  /** Name of the emoji without colons. */
  name: string;
  user_id: number;
  created_at: Date;
  updated_at: Date;
}

/** Creates the model of the reactions. */
export function createAwardEmojiModel(connection: Connection): Model<AwardEmojiDocument> {
  const schema = entitySchema<AwardEmojiDocument>('award_emoji', {
    awardable_type: { type: String, required: true },
    awardable_id: { type: Number, required: true },
    name: { type: String, required: true },
    user_id: { type: Number, required: true },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  });
  schema.index({ awardable_type: 1, awardable_id: 1, name: 1, user_id: 1 }, { unique: true });
  schema.index({ user_id: 1, awardable_type: 1, name: 1 });
  return connection.model<AwardEmojiDocument>('award_emoji', schema);
}
