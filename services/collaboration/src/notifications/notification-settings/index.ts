import { getGroupNotificationSettings } from './operations/get-group-notification-settings';
import { getNotificationSettings } from './operations/get-notification-settings';
import { getProjectNotificationSettings } from './operations/get-project-notification-settings';
import { updateGroupNotificationSettings } from './operations/update-group-notification-settings';
import { updateNotificationSettings } from './operations/update-notification-settings';
import { updateProjectNotificationSettings } from './operations/update-project-notification-settings';

export const notificationSettingOperations = [
  getGroupNotificationSettings,
  getNotificationSettings,
  getProjectNotificationSettings,
  updateGroupNotificationSettings,
  updateNotificationSettings,
  updateProjectNotificationSettings,
];
