/**
 * Mails that are to be sent: one for each event and recipient, kept for a while as their own log.
 * What waits has `due_at`.
 */
import { Schema, type Connection, type Model } from 'mongoose';
import type { News } from './mails/news';

/** Why somebody is told. */
export type MailReason = 'assigned' | 'mentioned' | 'subscribed' | 'participating' | 'watching' | 'requested';

/** A mail. */
export interface MailDocument {
  /** Event and recipient, so that an event that comes twice makes one mail. */
  _id: string;
  user_id: number;
  reason: MailReason;
  /**
   * What it tells. The words are found when it is sent, when the rights of the recipient are asked,
   * too.
   */
  news: News;
  state: 'waiting' | 'sent' | 'dropped' | 'failed';
  /**
   * When it may be sent next; while somebody sends it, when he counts as dead. Absent when it is
   * done.
   */
  due_at?: Date;
  /** Who sends it. */
  run?: string;
  tries: number;
  /** Why it was not sent the last time. */
  error: string;
  created_at: Date;
}

/** Makes the model. */
export function createMailModel(connection: Connection): Model<MailDocument> {
  const schema = new Schema<MailDocument>(
    {
      _id: String,
      user_id: { type: Number, required: true },
      reason: { type: String, required: true },
      news: { type: Schema.Types.Mixed, required: true },
      state: { type: String, required: true },
      due_at: Date,
      run: String,
      tries: { type: Number, required: true },
      error: { type: String, default: '' },
      created_at: { type: Date, required: true },
    },
    { versionKey: false, minimize: false, collection: 'mails', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ due_at: 1 }, { sparse: true });
  schema.index({ created_at: 1 });
  return connection.model<MailDocument>('mails', schema);
}
