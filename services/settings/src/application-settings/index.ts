/** Public interface of the application settings. */
export type { Instance } from './setting-kinds';
export { backfillSwitchTimes, presentFeed } from './settings.entity';
export { findSettings, SETTINGS_ID, type SettingsDocument } from './settings.model';
