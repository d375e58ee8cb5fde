import type { EntityStore } from '@forgemesh/data';
import type { SettingsAnnouncer } from '@forgemesh/events';
import type { SecretBox } from '@forgemesh/security';
import type { DeadLetterClient } from '#clients';
import type { Instance, SettingsDocument } from '#application-settings';

/** Dependencies of the RPCs about the settings. */
export interface InternalSettingsDeps {
  store: EntityStore<SettingsDocument>;
  /** Announces changed settings to all processes. */
  announce: SettingsAnnouncer;
  /** Seals secret settings. */
  box: SecretBox;
  /** Properties of the instance that defaults and checks depend on. */
  instance: Instance;
  /** Dead letter clients by service name. */
  deadLetters: Map<string, DeadLetterClient>;
}
