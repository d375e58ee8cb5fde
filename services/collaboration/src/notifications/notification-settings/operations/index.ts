import {
  getGroupNotificationSettings,
  getNotificationSettings,
  getProjectNotificationSettings,
} from './get-notification-settings';
import {
  updateGroupNotificationSettings,
  updateNotificationSettings,
  updateProjectNotificationSettings,
} from './update-notification-settings';

export const notificationSettingOperations = [
  getGroupNotificationSettings,
  getNotificationSettings,
  getProjectNotificationSettings,
  updateGroupNotificationSettings,
  updateNotificationSettings,
  updateProjectNotificationSettings,
];
