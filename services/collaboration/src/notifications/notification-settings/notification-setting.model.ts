/** Of what users are told by mail: everywhere, and in single projects and groups. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';

/** How much somebody is told. */
export const notificationLevels = ['disabled', 'participating', 'watch', 'global', 'mention', 'custom'] as const;
export type NotificationLevel = (typeof notificationLevels)[number];

/**
 * What the level `custom` chooses from. The pipelines that end a trouble, or begin one, and moves
 * are told where nobody said otherwise.
 */
export const eventDefaults = {
  new_note: false,
  new_issue: false,
  reopen_issue: false,
  close_issue: false,
  reassign_issue: false,
  issue_due: false,
  new_merge_request: false,
  push_to_merge_request: false,
  reopen_merge_request: false,
  close_merge_request: false,
  reassign_merge_request: false,
  merge_merge_request: false,
  failed_pipeline: true,
  fixed_pipeline: true,
  success_pipeline: false,
  moved_project: true,
  new_epic: false,
};
export type NotificationEvent = keyof typeof eventDefaults;

/** Where a setting counts: everywhere, or in a project or group. */
export type NotificationPlace = 'global' | `project/${number}` | `group/${number}`;

/** What a user said for one place. Its id is user and place: `5/project/7`. */
export interface NotificationSettingDocument extends EntityDocument<string> {
  user_id: number;
  place: NotificationPlace;
  level: NotificationLevel;
  /** What he said of single events. */
  events?: Partial<Record<NotificationEvent, boolean>>;
  /** Where he is told, in the setting for everywhere; absent for his primary email. */
  notification_email?: string;
}

/** The id of a setting. */
export function settingId(userId: number, place: NotificationPlace): string {
  return `${userId}/${place}`;
}

/** Makes the model. */
export function createNotificationSettingModel(connection: Connection): Model<NotificationSettingDocument> {
  const schema = entitySchema<NotificationSettingDocument>('notification_settings', {
    _id: String,
    user_id: { type: Number, required: true },
    place: { type: String, required: true },
    level: { type: String, required: true },
    events: Schema.Types.Mixed,
    notification_email: String,
  });
  schema.index({ user_id: 1 });
  schema.index({ place: 1, level: 1 });
  return connection.model<NotificationSettingDocument>('notification_settings', schema);
}
