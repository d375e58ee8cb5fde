import { NotificationSettingServiceDefinition } from '@forgemesh/proto/collaboration/v1/notification_setting';
import { operation } from '../../../operation';
import { findSetting } from '../change-setting';
import { presentGlobalSetting } from '../notification-setting.entity';

/** Gets the caller's global setting. */
export const getNotificationSettings = operation(
  NotificationSettingServiceDefinition.getNotificationSettings,
  async (_request, { deps, principal }) =>
    presentGlobalSetting(deps, principal.id, await findSetting(deps, principal.id, 'global')),
);
