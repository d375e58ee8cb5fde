/** Stores what a user says for a place: what the three operations share. */
import { isDuplicateKey } from '@forgemesh/data';
import type { Parameters } from '@forgemesh/rpc';
import type { NotificationEvents } from '@forgemesh/proto/collaboration/v1/notification_setting';
import type { Collaboration } from '../../deps';
import { DEFAULT_LEVEL, settingChanged } from './notification-setting.entity';
import {
  settingId,
  type NotificationLevel,
  type NotificationPlace,
  type NotificationSettingDocument,
} from './notification-setting.model';
import { markOlderSettings } from './tell-older-settings';

/** What he says; what is not given stays. */
export interface SettingChange {
  level?: string | undefined;
  notification_email?: string | undefined;
  events?: Parameters<NotificationEvents> | undefined;
}

/** Stores it, and returns the whole. Safe to repeat. */
export async function changeSetting(
  deps: Collaboration,
  userId: number,
  place: NotificationPlace,
  change: SettingChange,
): Promise<NotificationSettingDocument | null> {
  const _id = settingId(userId, place);
  const level = levelIn(place, change.level);
  const chosen = Object.entries(change.events ?? {}).filter(([, wanted]) => wanted !== undefined);
  const event = settingChanged(userId);
  const fields = (known?: NotificationSettingDocument) => ({
    level: level ?? known?.level ?? (levelIn(place, 'global') as NotificationLevel),
    ...(change.notification_email !== undefined && { notification_email: change.notification_email }),
    ...(chosen.length > 0 && { events: { ...known?.events, ...Object.fromEntries(chosen) } }),
  });
  await markOlderSettings(deps, { _id });
  const changeKnown = () =>
    deps.notificationSettings.mutate(_id, (known) => {
      const set = fields(known);
      return { set, events: set.level !== known.level || known.version === 0 ? [event] : [] };
    });
  const changed = await changeKnown();
  if (changed) return changed;
  try {
    return await deps.notificationSettings.insert({ _id, user_id: userId, place, ...fields() }, [event]);
  } catch (error) {
    // Two first ones at once: the other one's document is there now.
    if (!isDuplicateKey(error)) throw error;
    return changeKnown();
  }
}

/** What a user said for a place; null where he said nothing. */
export function findSetting(
  { notificationSettings }: Collaboration,
  userId: number,
  place: NotificationPlace,
): Promise<NotificationSettingDocument | null> {
  return notificationSettings.find(settingId(userId, place));
}

/** There is nothing above the setting for everywhere but the default. */
function levelIn(place: NotificationPlace, level: string | undefined): NotificationLevel | undefined {
  return place === 'global' && level === 'global' ? DEFAULT_LEVEL : (level as NotificationLevel | undefined);
}
