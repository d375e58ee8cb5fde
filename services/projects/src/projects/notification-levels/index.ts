/** Public interface of `projects/notification-levels`: what other areas of this service may import. */
export type { NotificationLevelDocument } from './notification-level.model';
export { GLOBAL_LEVEL, levelNumbers, notificationLevelsOf, storeNotificationLevel } from './notification-levels';
