import type { EntityStore } from '@forgemesh/data';
import type { SettingsDocument } from '#application-settings';

/** Dependencies of the license. */
export interface LicenseDeps {
  store: EntityStore<SettingsDocument>;
}
