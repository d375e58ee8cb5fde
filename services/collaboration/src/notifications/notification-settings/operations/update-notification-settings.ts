import { type Call, operation } from '@forgemesh/rpc';
import { ValidationError } from '@forgemesh/errors';
import { NotificationSettingServiceDefinition } from '@forgemesh/proto/collaboration/v1/notification_setting';
import { changeSetting } from '../change-setting';
import { presentGlobalSetting, presentNotificationSetting } from '../notification-setting.entity';
import type { NotificationSettingsDeps } from '../deps';

/** Changes the caller's global setting. */
export const updateNotificationSettings = operation(
  NotificationSettingServiceDefinition.updateNotificationSettings,
  async (request, call: Call<NotificationSettingsDeps>) => {
    const { deps, principal } = call;
    if (request.notification_email !== undefined) await assertOwn(call, request.notification_email);
    return presentGlobalSetting(deps, principal.id, await changeSetting(deps, principal.id, 'global', request));
  },
);

/** Throws ValidationError if the email is not a verified one of the caller. */
async function assertOwn({ deps, principal }: Call<NotificationSettingsDeps>, email: string): Promise<void> {
  const { users } = await deps.clients.users.listUserProfiles({ ids: [principal.id] });
  const isOwn = users[0]?.verified_emails.includes(email.toLowerCase());
  if (!isOwn) throw new ValidationError({ notification_email: ['is not an email you own'] });
}

/** Changes the caller's setting in a project. */
export const updateProjectNotificationSettings = operation(
  NotificationSettingServiceDefinition.updateProjectNotificationSettings,
  async ({ level, events }, call: Call<NotificationSettingsDeps>) => {
    const scope = `project/${call.resource('id').id}` as const;
    return presentNotificationSetting(await changeSetting(call.deps, call.principal.id, scope, { level, events }));
  },
);

/** Changes the caller's setting in a group. */
export const updateGroupNotificationSettings = operation(
  NotificationSettingServiceDefinition.updateGroupNotificationSettings,
  async ({ level, events }, call: Call<NotificationSettingsDeps>) => {
    const scope = `group/${call.resource('id').id}` as const;
    return presentNotificationSetting(await changeSetting(call.deps, call.principal.id, scope, { level, events }));
  },
);
