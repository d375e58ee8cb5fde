import type { EventConsumer } from '@forgemesh/events';
import type { Model } from 'mongoose';
import { storeNotificationLevel, levelNumbers, type NotificationLevelDocument } from '#projects/notification-levels';

/** Dependencies of the consumer. */
export interface OnNotificationSettingChangedDeps {
  /** Users' notification levels by project and group, for display. */
  notificationLevels: Model<NotificationLevelDocument>;
}

/**
 * Stores users' notification levels in projects and groups for display. The newest version wins.
 */
export const onNotificationSettingChanged: EventConsumer<
  'collaboration.notification_setting.updated',
  OnNotificationSettingChangedDeps
> = {
  name: 'projects-notification-levels',
  events: ['collaboration.notification_setting.updated'],
  from: 'all',
  async handle({ subject, data: { entity, version } }, deps) {
    const { user_id, project_id, group_id, level: name } = entity;
    const level = levelNumbers[name];
    const key = project_id !== null ? `p:${project_id}` : group_id !== null ? `g:${group_id}` : undefined;
    if (key === undefined || level === undefined) return;
    await storeNotificationLevel(deps, { _id: subject, version, user_id, key, level });
  },
};
