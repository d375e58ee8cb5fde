/**
 * Users' notification levels in projects and groups: a copy of collaboration's settings for
 * display, updated by its events.
 */
import { Schema, type Connection, type Model } from 'mongoose';

/** Notification level of a user for one project or group. */
export interface NotificationLevelDocument {
  /** Id of the setting in collaboration: `5/project/7`. */
  _id: string;
  /** Version of that setting; the newest wins. */
  version: number;
  user_id: number;
  /** Access key of the project or group: `p:7` or `g:3`. */
  key: string;
  /** Level as the API numbers it. */
  level: number;
}

/** Creates the model. */
export function createNotificationLevelModel(connection: Connection): Model<NotificationLevelDocument> {
  const schema = new Schema<NotificationLevelDocument>(
    { _id: String, version: Number, user_id: Number, key: String, level: Number },
    { versionKey: false, collection: 'notification_levels', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ user_id: 1 });
  schema.index({ key: 1 });
  return connection.model<NotificationLevelDocument>('notification_levels', schema);
}
