import { NotificationSettingServiceDefinition } from '@forgemesh/proto/collaboration/v1/notification_setting';
import { operation } from '../../../operation';
import { changeSetting } from '../change-setting';
import { presentNotificationSetting } from '../notification-setting.entity';

/** Changes the caller's setting in a project. */
export const updateProjectNotificationSettings = operation(
  NotificationSettingServiceDefinition.updateProjectNotificationSettings,
  async ({ level, events }, call) => {
    const scope = `project/${call.resource('id').id}` as const;
    return presentNotificationSetting(await changeSetting(call.deps, call.principal.id, scope, { level, events }));
  },
);
