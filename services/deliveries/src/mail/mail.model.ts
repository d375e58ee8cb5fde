/**
 * Queued mails: one for each event and recipient, kept for a week as a log. Pending mails have
 * `due_at`.
 */
import { Schema, type Connection, type Model } from 'mongoose';
import type { Notification } from './notification';

/** Why a user is notified. */
export type MailReason = 'assigned' | 'mentioned' | 'subscribed' | 'participating' | 'watching' | 'requested';

/** A mail. */
export interface MailDocument {
  /** Event and recipient, so that a redelivered event queues one mail. */
  _id: string;
  user_id: number;
  reason: MailReason;
  /** The notification. Texts and rights of the recipient are evaluated when the mail is sent. */
  news: Notification;
  state: 'waiting' | 'sent' | 'dropped' | 'failed';
  /** Time of the next try; while a process sends it, the end of its lease. Absent when done. */
  due_at?: Date;
  /** Id of the claim of the process that sends it. */
  run?: string;
  tries: number;
  /** Error of the last try. */
  error: string;
  created_at: Date;
}

/** Creates the model. */
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
