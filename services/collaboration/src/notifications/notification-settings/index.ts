/** Public interface of notification settings. */
export { backfillSettingEvents } from './backfill-setting-events';
export { findSetting } from './change-setting';
export { type NotificationSettingsDeps } from './deps';
export {
  eventDefaults,
  type NotificationEvent,
  type NotificationScope,
  type NotificationSettingDocument,
} from './notification-setting.model';
