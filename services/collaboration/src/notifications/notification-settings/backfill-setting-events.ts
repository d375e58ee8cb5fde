/**
 * Backfills events for settings that were stored before they had events. Such settings have no
 * version; version 0 marks those whose event is still to be published.
 */
import { forEachMatching } from '@forgemesh/data';
import type { QueryFilter } from 'mongoose';
import { settingChanged } from './notification-setting.entity';
import type { NotificationSettingDocument } from './notification-setting.model';
import type { NotificationSettingsDeps } from './deps';

type Stores = Pick<NotificationSettingsDeps, 'notificationSettings'>;

/**
 * Sets version 0 on settings without a version that meet a condition, so that they can be changed.
 */
export async function markUnversionedSettings(
  { notificationSettings }: Stores,
  condition: QueryFilter<NotificationSettingDocument> = {},
): Promise<void> {
  await notificationSettings.model.updateMany({ ...condition, version: { $exists: false } }, { $set: { version: 0 } });
}

/** Publishes the missing events. Idempotent: a repeated run continues an interrupted one. */
export async function backfillSettingEvents(stores: Stores): Promise<void> {
  await markUnversionedSettings(stores);
  const { notificationSettings } = stores;
  await forEachMatching(notificationSettings.model, { version: 0 }, ({ _id, user_id: userId }) =>
    notificationSettings.mutate(_id, ({ version }) => (version === 0 ? { events: [settingChanged(userId)] } : null)),
  );
}
