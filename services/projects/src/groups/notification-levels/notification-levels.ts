/** Reads and keeps the levels of notifications. */
import { isDuplicateKey } from '@forgemesh/data';
import type { Projects } from '../../deps';
import type { NotificationLevelDocument } from './notification-level.model';

/** How the API numbers levels. */
export const levelNumbers: Readonly<Record<string, number>> = {
  disabled: 0,
  participating: 1,
  watch: 2,
  global: 3,
  mention: 4,
  custom: 5,
};

/** The level of whoever said nothing: what he says for everywhere counts. */
export const GLOBAL_LEVEL = 3;

/** The levels of a user by place (`p:7`, `g:3`), where he said something; known for a moment. */
export function notificationLevelsOf(deps: Projects, userId: number): Promise<ReadonlyMap<string, number>> {
  return deps.queries.notificationLevels.get(userId, async () => {
    const rows = await deps.notificationLevels
      .find({ user_id: userId }, { key: 1, level: 1 })
      .lean<Pick<NotificationLevelDocument, 'key' | 'level'>[]>();
    return new Map(rows.map(({ key, level }) => [key, level]));
  });
}

/** Keeps a level, unless a newer one is known. */
export async function storeNotificationLevel(
  { notificationLevels }: Pick<Projects, 'notificationLevels'>,
  { _id, version, ...fields }: NotificationLevelDocument,
): Promise<void> {
  try {
    const older = { _id, version: { $lt: version } };
    await notificationLevels.updateOne(older, { $set: { version, ...fields } }, { upsert: true });
  } catch (error) {
    // A newer one is there.
    if (!isDuplicateKey(error)) throw error;
  }
}
