import type { Settings } from '@forgemesh/events';
import type { AuthenticateForNodeResponse } from '@forgemesh/proto/geo/v1/delegated_auth';
import type { AuthorizeResponse } from '@forgemesh/proto/projects/v1/access';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { PrimaryResponseCache } from '#delegated-auth';
import type { PrimaryClient } from '#replication/primary';

/** Dependencies of the delegated RPCs of other services. */
export interface InternalDelegatedDeps {
  settings: Settings<ApplicationSettings>;
  primary: PrimaryClient;
  /** Cached results of authentication, on a secondary. */
  identities: PrimaryResponseCache<AuthenticateForNodeResponse>;
  /** Cached permissions, on a secondary. */
  rights: PrimaryResponseCache<AuthorizeResponse>;
}
