import { NotificationSettingServiceDefinition } from '@forgemesh/proto/collaboration/v1/notification_setting';
import { operation } from '../../../operation';
import { findSetting } from '../change-setting';
import { presentNotificationSetting } from '../notification-setting.entity';

/** Gets the caller's setting in a group. */
export const getGroupNotificationSettings = operation(
  NotificationSettingServiceDefinition.getGroupNotificationSettings,
  async (_request, call) => {
    const scope = `group/${call.resource('id').id}` as const;
    return presentNotificationSetting(await findSetting(call.deps, call.principal.id, scope));
  },
);
