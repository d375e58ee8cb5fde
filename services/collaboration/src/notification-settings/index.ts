import { getGroupNotificationSettings } from './get-group-notification-settings';
import { getNotificationSettings } from './get-notification-settings';
import { getProjectNotificationSettings } from './get-project-notification-settings';
import { updateGroupNotificationSettings } from './update-group-notification-settings';
import { updateNotificationSettings } from './update-notification-settings';
import { updateProjectNotificationSettings } from './update-project-notification-settings';

export const notificationSettingOperations = [
  getGroupNotificationSettings,
  getNotificationSettings,
  getProjectNotificationSettings,
  updateGroupNotificationSettings,
  updateNotificationSettings,
  updateProjectNotificationSettings,
];
