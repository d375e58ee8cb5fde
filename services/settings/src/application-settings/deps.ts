import type { EntityStore } from '@forgemesh/data';
import type { SettingsAnnouncer } from '@forgemesh/events';
import type { SecretBox } from '@forgemesh/security';
import type { Instance } from './setting-kinds';
import type { SettingsDocument } from './settings.model';

/** Dependencies of the application settings. */
export interface ApplicationSettingsDeps {
  store: EntityStore<SettingsDocument>;
  /** Announces changed settings to all processes. */
  announce: SettingsAnnouncer;
  /** Seals secret settings. */
  box: SecretBox;
  /** Properties of the instance that defaults and checks depend on. */
  instance: Instance;
}
