import type { EntityStore } from '@forgemesh/data';
import type { Urls } from '#clients/urls';
import type { ReleaseDocument } from '#refs/releases/release.model';

/** Dependencies of release links. */
export interface ReleaseLinksDeps {
  urls: Urls;
  releases: EntityStore<ReleaseDocument>;
}
