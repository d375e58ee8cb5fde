/**
 * Settings that were stored when nobody was told of them have no version; version 0 says that they
 * are still to be told.
 */
import { eachMatching } from '@forgemesh/data';
import type { QueryFilter } from 'mongoose';
import type { Collaboration } from '../../deps';
import { settingChanged } from './notification-setting.entity';
import type { NotificationSettingDocument } from './notification-setting.model';

type Stores = Pick<Collaboration, 'notificationSettings'>;

/** Gives those that meet a condition a version, with which they can be changed. */
export async function markOlderSettings(
  { notificationSettings }: Stores,
  condition: QueryFilter<NotificationSettingDocument> = {},
): Promise<void> {
  await notificationSettings.model.updateMany({ ...condition, version: { $exists: false } }, { $set: { version: 0 } });
}

/** Tells of all of them. Safe to repeat; it goes on where it was cut off. */
export async function tellOlderSettings(stores: Stores): Promise<void> {
  await markOlderSettings(stores);
  const { notificationSettings } = stores;
  await eachMatching(notificationSettings.model, { version: 0 }, ({ _id, user_id: userId }) =>
    notificationSettings.mutate(_id, ({ version }) => (version === 0 ? { events: [settingChanged(userId)] } : null)),
  );
}
