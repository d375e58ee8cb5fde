import { type Call, operation } from '@forgemesh/rpc';
import { NotificationSettingServiceDefinition } from '@forgemesh/proto/collaboration/v1/notification_setting';
import { findSetting } from '../change-setting';
import { presentGlobalSetting, presentNotificationSetting } from '../notification-setting.entity';
import type { NotificationSettingsDeps } from '../deps';

/** Gets the caller's global setting. */
export const getNotificationSettings = operation(
  NotificationSettingServiceDefinition.getNotificationSettings,
  async (_request, { deps, principal }: Call<NotificationSettingsDeps>) =>
    presentGlobalSetting(deps, principal.id, await findSetting(deps, principal.id, 'global')),
);

/** Gets the caller's setting in a project. */
export const getProjectNotificationSettings = operation(
  NotificationSettingServiceDefinition.getProjectNotificationSettings,
  async (_request, call: Call<NotificationSettingsDeps>) => {
    const scope = `project/${call.resource('id').id}` as const;
    return presentNotificationSetting(await findSetting(call.deps, call.principal.id, scope));
  },
);

/** Gets the caller's setting in a group. */
export const getGroupNotificationSettings = operation(
  NotificationSettingServiceDefinition.getGroupNotificationSettings,
  async (_request, call: Call<NotificationSettingsDeps>) => {
    const scope = `group/${call.resource('id').id}` as const;
    return presentNotificationSetting(await findSetting(call.deps, call.principal.id, scope));
  },
);
