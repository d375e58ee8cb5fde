import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';

/** Dependencies of the access rules. */
export interface AccessDeps {
  settings: Settings<ApplicationSettings>;
}
