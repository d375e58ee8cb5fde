import { api, unwrap } from '#api/client';
import type { BodyOf } from '#api/types';
import { apiPathOf, type OwnerId } from './owner';

/** Keys of the queries of notification settings. */
export const notificationSettingKeys = {
  all: ['notification-settings'],
  of: (owner: OwnerId) => ['notification-settings', owner.kind, owner.id],
} as const;

/** Get the global notification settings. */
export function getNotificationSettings() {
  return unwrap(api.GET('/api/v4/notification_settings'));
}

/** Update the global notification settings. */
export function updateNotificationSettings(body: BodyOf<'put', '/api/v4/notification_settings'>) {
  return unwrap(api.PUT('/api/v4/notification_settings', { body }));
}

/** Get the notification settings of a project or group. */
export function getOwnerNotificationSettings(owner: OwnerId) {
  return unwrap(api.GET(`${apiPathOf(owner)}/notification_settings`, { params: { path: { id: owner.id } } }));
}

/** Update the notification settings of a project or group. */
export function updateOwnerNotificationSettings(
  owner: OwnerId,
  body: BodyOf<'put', '/api/v4/projects/{id}/notification_settings'>,
) {
  return unwrap(api.PUT(`${apiPathOf(owner)}/notification_settings`, { params: { path: { id: owner.id } }, body }));
}
