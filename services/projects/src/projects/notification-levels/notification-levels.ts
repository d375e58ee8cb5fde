/** Reads and stores notification levels. */
import { isDuplicateKey } from '@forgemesh/data';
import type { NotificationLevelDocument } from './notification-level.model';
import type { NotificationLevelsDeps } from './deps';

/** Numbers of the levels in the API. */
export const levelNumbers: Readonly<Record<string, number>> = {
  disabled: 0,
  participating: 1,
  watch: 2,
  global: 3,
  mention: 4,
  custom: 5,
};

/** Level if a user has set none for a project or group: the user's global level applies. */
export const GLOBAL_LEVEL = 3;

/** The levels that a user has set, by access key (`p:7`, `g:3`). Cached briefly. */
export function notificationLevelsOf(
  deps: NotificationLevelsDeps,
  userId: number,
): Promise<ReadonlyMap<string, number>> {
  return deps.notificationLevelCache.get(userId, async () => {
    const rows = await deps.notificationLevels
      .find({ user_id: userId }, { key: 1, level: 1 })
      .lean<Pick<NotificationLevelDocument, 'key' | 'level'>[]>();
    return new Map(rows.map(({ key, level }) => [key, level]));
  });
}

/** Stores a level unless a newer version is stored. */
export async function storeNotificationLevel(
  { notificationLevels }: Pick<NotificationLevelsDeps, 'notificationLevels'>,
  { _id, version, ...fields }: NotificationLevelDocument,
): Promise<void> {
  try {
    const older = { _id, version: { $lt: version } };
    await notificationLevels.updateOne(older, { $set: { version, ...fields } }, { upsert: true });
  } catch (error) {
    // A newer version is stored.
    if (!isDuplicateKey(error)) throw error;
  }
}
