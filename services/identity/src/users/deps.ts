import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Urls } from '#urls';

/** Dependencies of the check that users have accepted the terms. */
export interface TermsDeps {
  settings: Settings<ApplicationSettings>;
  urls: Urls;
}
