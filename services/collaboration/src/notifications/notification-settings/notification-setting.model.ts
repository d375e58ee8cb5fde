/**
 * Settings of users that decide which notifications they get by mail: globally, and in single
 * projects and groups.
 */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';

/** The notification levels. */
export const notificationLevels = ['disabled', 'participating', 'watch', 'global', 'mention', 'custom'] as const;
export type NotificationLevel = (typeof notificationLevels)[number];

/**
 * The events that the level `custom` selects from, with their defaults. Failed and fixed pipelines
 * and moves also apply to users without a choice.
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

/** The scope of a setting: global, or a project or group. */
export type NotificationScope = 'global' | `project/${number}` | `group/${number}`;

/** The setting of a user in a scope. Its id is user and scope: `5/project/7`. */
export interface NotificationSettingDocument extends EntityDocument<string> {
  user_id: number;
  place: NotificationScope;
  level: NotificationLevel;
  /** The selected events. */
  events?: Partial<Record<NotificationEvent, boolean>>;
  /** Address for notifications, in the global setting; absent for the primary email. */
  notification_email?: string;
}

/** The id of a setting. */
export function settingId(userId: number, scope: NotificationScope): string {
  return `${userId}/${scope}`;
}

/** Creates the model. */
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
