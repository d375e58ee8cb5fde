/** Stores notification settings: shared by the three update operations. */
import { isDuplicateKey } from '@forgemesh/data';
import type { Parameters } from '@forgemesh/rpc';
import type { NotificationEvents } from '@forgemesh/proto/collaboration/v1/notification_setting';
import { DEFAULT_LEVEL, settingChanged } from './notification-setting.entity';
import {
  settingId,
  type NotificationLevel,
  type NotificationScope,
  type NotificationSettingDocument,
} from './notification-setting.model';
import { markUnversionedSettings } from './backfill-setting-events';
import type { NotificationSettingsDeps } from './deps';

/** The changes; fields that are not set stay unchanged. */
export interface SettingChange {
  level?: string | undefined;
  notification_email?: string | undefined;
  events?: Parameters<NotificationEvents> | undefined;
}

/** Stores a change, and returns the setting. Idempotent. */
export async function changeSetting(
  deps: Pick<NotificationSettingsDeps, 'notificationSettings'>,
  userId: number,
  scope: NotificationScope,
  change: SettingChange,
): Promise<NotificationSettingDocument | null> {
  const _id = settingId(userId, scope);
  const level = levelIn(scope, change.level);
  const chosen = Object.entries(change.events ?? {}).filter(([, value]) => value !== undefined);
  const event = settingChanged(userId);
  const fields = (current?: NotificationSettingDocument) => ({
    level: level ?? current?.level ?? (levelIn(scope, 'global') as NotificationLevel),
    ...(change.notification_email !== undefined && { notification_email: change.notification_email }),
    ...(chosen.length > 0 && { events: { ...current?.events, ...Object.fromEntries(chosen) } }),
  });
  await markUnversionedSettings(deps, { _id });
  const changeExisting = () =>
    deps.notificationSettings.mutate(_id, (current) => {
      const set = fields(current);
      return { set, events: set.level !== current.level || current.version === 0 ? [event] : [] };
    });
  const changed = await changeExisting();
  if (changed) return changed;
  try {
    return await deps.notificationSettings.insert({ _id, user_id: userId, place: scope, ...fields() }, [event]);
  } catch (error) {
    // A concurrent call inserted the setting first.
    if (!isDuplicateKey(error)) throw error;
    return changeExisting();
  }
}

/** The setting of a user in a scope; null if there is none. */
export function findSetting(
  { notificationSettings }: NotificationSettingsDeps,
  userId: number,
  scope: NotificationScope,
): Promise<NotificationSettingDocument | null> {
  return notificationSettings.find(settingId(userId, scope));
}

/** The global setting falls back to the default level. */
function levelIn(scope: NotificationScope, level: string | undefined): NotificationLevel | undefined {
  return scope === 'global' && level === 'global' ? DEFAULT_LEVEL : (level as NotificationLevel | undefined);
}
