/**
 * Mails that earlier releases queued here. The deliveries service takes those that were not sent;
 * the others are removed after a week.
 */
import { Schema, type Connection, type Model } from 'mongoose';
import type { BaseNotification, MailReason } from '#notifications/emails';

/** A mail. */
export interface FormerMail {
  /** Event and recipient. */
  _id: string;
  user_id: number;
  reason: MailReason;
  /** The notification. */
  news: BaseNotification & { kind: string };
  state: 'waiting' | 'sent' | 'dropped' | 'failed';
  /** When it may be sent; while a process sends or transfers it, the end of its claim. */
  due_at?: Date;
  /** Id of the claim. */
  run?: string;
  tries: number;
  /** Error of the last try. */
  error: string;
  created_at: Date;
}

/** Creates the model. */
export function createFormerMailModel(connection: Connection): Model<FormerMail> {
  const schema = new Schema<FormerMail>(
    {
      _id: String,
      user_id: Number,
      reason: String,
      news: Schema.Types.Mixed,
      state: String,
      due_at: Date,
      run: String,
      tries: Number,
      error: String,
      created_at: Date,
    },
    { versionKey: false, minimize: false, collection: 'mails', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ due_at: 1 }, { sparse: true });
  schema.index({ created_at: 1 });
  return connection.model<FormerMail>('mails', schema);
}
