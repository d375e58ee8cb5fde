import type { EntityStore } from '@forgemesh/data';
import type { Urls } from '#clients';
import type { ReleaseDocument } from '#refs/releases';

/** Dependencies of release links. */
export interface ReleaseLinksDeps {
  urls: Urls;
  releases: EntityStore<ReleaseDocument>;
}
