import {
  getGroupNotificationSettings,
  getNotificationSettings,
  getProjectNotificationSettings,
} from './operations/get-notification-settings';
import {
  updateGroupNotificationSettings,
  updateNotificationSettings,
  updateProjectNotificationSettings,
} from './operations/update-notification-settings';

export const notificationSettingOperations = [
  getGroupNotificationSettings,
  getNotificationSettings,
  getProjectNotificationSettings,
  updateGroupNotificationSettings,
  updateNotificationSettings,
  updateProjectNotificationSettings,
];
