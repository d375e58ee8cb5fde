/**
 * Of how much users are told in a project or group: a copy for display of what collaboration keeps,
 * fed by its events.
 */
import { Schema, type Connection, type Model } from 'mongoose';

/** What a user said for one place. */
export interface NotificationLevelDocument {
  /** The id of collaboration's setting: `5/project/7`. */
  _id: string;
  /** Version of that setting; the newer wins. */
  version: number;
  user_id: number;
  /** The place as rights name it: `p:7` for a project, `g:3` for a group. */
  key: string;
  /** As the API numbers it. */
  level: number;
}

/** Makes the model. */
export function createNotificationLevelModel(connection: Connection): Model<NotificationLevelDocument> {
  const schema = new Schema<NotificationLevelDocument>(
    { _id: String, version: Number, user_id: Number, key: String, level: Number },
    { versionKey: false, collection: 'notification_levels', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ user_id: 1 });
  schema.index({ key: 1 });
  return connection.model<NotificationLevelDocument>('notification_levels', schema);
}
