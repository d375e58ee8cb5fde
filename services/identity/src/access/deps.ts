import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';

/** Dependencies of access. */
export interface AccessDeps {
  settings: Settings<ApplicationSettings>;
}
