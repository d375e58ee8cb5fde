import type { ExternalAuthorization } from './external-authorization';

/** Dependencies of external authorization. */
export interface ExternalAuthorizationDeps {
  externalAuthorization: ExternalAuthorization;
}
