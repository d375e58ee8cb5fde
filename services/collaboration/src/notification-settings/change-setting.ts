/** Stores what a user says for a place: what the three operations share. */
import { isDuplicateKey, type Parameters } from '@forgemesh/kit';
import type { NotificationEvents } from '@forgemesh/proto/collaboration/v1/notification_setting';
import type { Collaboration } from '../service';
import { DEFAULT_LEVEL } from './notification-setting.entity';
import {
  settingId,
  type NotificationLevel,
  type NotificationPlace,
  type NotificationSettingDocument,
} from './notification-setting.model';

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
  const set = {
    ...(level !== undefined && { level }),
    ...(change.notification_email !== undefined && { notification_email: change.notification_email }),
    ...Object.fromEntries(chosen.map(([name, wanted]) => [`events.${name}`, wanted])),
  };
  const fresh = { user_id: userId, place, ...(level === undefined && { level: levelIn(place, 'global') as string }) };
  await upsert(deps, _id, { $set: set, $setOnInsert: fresh });
  return findSetting(deps, userId, place);
}

/** What a user said for a place; null where he said nothing. */
export function findSetting(
  { notificationSettings }: Collaboration,
  userId: number,
  place: NotificationPlace,
): Promise<NotificationSettingDocument | null> {
  return notificationSettings.findById(settingId(userId, place)).lean<NotificationSettingDocument>().exec();
}

/** There is nothing above the setting for everywhere but the default. */
function levelIn(place: NotificationPlace, level: string | undefined): NotificationLevel | undefined {
  return place === 'global' && level === 'global' ? DEFAULT_LEVEL : (level as NotificationLevel | undefined);
}

async function upsert({ notificationSettings: model }: Collaboration, _id: string, update: object): Promise<void> {
  try {
    await model.updateOne({ _id }, update, { upsert: true });
  } catch (error) {
    // Two first ones at once: the other one's document is there now.
    if (!isDuplicateKey(error)) throw error;
    await model.updateOne({ _id }, update);
  }
}
