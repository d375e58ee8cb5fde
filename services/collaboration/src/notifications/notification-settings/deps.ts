import type { EntityStore } from '@forgemesh/data';
import type { AccessDeps } from '#access';
import type { NotificationSettingDocument } from './notification-setting.model';

/** Dependencies of notification settings. */
export interface NotificationSettingsDeps extends Pick<AccessDeps, 'clients' | 'display'> {
  notificationSettings: EntityStore<NotificationSettingDocument>;
}
