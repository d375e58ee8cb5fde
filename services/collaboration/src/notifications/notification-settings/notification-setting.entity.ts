/** Presents notification settings in the API. */
import type { EventEntity } from '@forgemesh/events';
import type { NewEvent } from '@forgemesh/data';
import type { ResponseOf } from '@forgemesh/rpc';
import type {
  GlobalNotificationSettings,
  NotificationSettings,
} from '@forgemesh/proto/collaboration/v1/notification_setting';
import { eventDefaults, type NotificationLevel, type NotificationSettingDocument } from './notification-setting.model';
import type { NotificationSettingsDeps } from './deps';

type Setting = NotificationSettingDocument | null;

/** Level of users without a setting. */
export const DEFAULT_LEVEL: NotificationLevel = 'participating';

/** The event of a changed level. */
export function settingChanged(userId: number): NewEvent {
  return { type: 'collaboration.notification_setting.updated', actor: userId };
}

/** A setting in its events: scope and level. */
export function presentNotificationSettingEvent(
  setting: NotificationSettingDocument,
): EventEntity<'collaboration.notification_setting.updated'> {
  const { user_id, place, level } = setting;
  const [kind, id] = place.split('/');
  return {
    user_id,
    project_id: kind === 'project' ? Number(id) : null,
    group_id: kind === 'group' ? Number(id) : null,
    level,
  };
}

/** The setting of a project or group. */
export function presentNotificationSetting(setting: Setting): ResponseOf<NotificationSettings> {
  const level = setting?.level ?? 'global';
  // Only the level `custom` uses the events.
  const events = level === 'custom' && { events: { ...eventDefaults, ...setting?.events } };
  return { level, ...events } as ResponseOf<NotificationSettings>;
}

/** The global setting. */
export async function presentGlobalSetting(
  { display }: NotificationSettingsDeps,
  userId: number,
  setting: Setting,
): Promise<ResponseOf<GlobalNotificationSettings>> {
  const user = await display.users.get(userId);
  const { events } = presentNotificationSetting(setting);
  return {
    level: setting?.level ?? DEFAULT_LEVEL,
    notification_email: setting?.notification_email ?? user?.email ?? '',
    ...(events && { events }),
  } as ResponseOf<GlobalNotificationSettings>;
}
