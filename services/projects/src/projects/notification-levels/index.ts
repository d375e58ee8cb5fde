/** Notification levels of users, a copy for display. */
export type { NotificationLevelDocument } from './notification-level.model';
export { GLOBAL_LEVEL, levelNumbers, notificationLevelsOf, storeNotificationLevel } from './notification-levels';
