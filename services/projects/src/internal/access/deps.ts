import type { EntityStore } from '@forgemesh/data';
import type { ExternalAuthorization } from '#access/external-authorization';
import type { ExpiringShares, UserLevels } from '#access';
import type { NamespaceDocument } from '#namespaces';
import type { Paths } from '#namespaces/paths';
import type { Authorization } from '#projects/authorization';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of the RPCs for other services about access. */
export interface InternalAccessDeps {
  externalAuthorization: ExternalAuthorization;
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  /** Removes expired shares. */
  shareExpiry: ExpiringShares;
  /** Access levels of users. */
  levels: UserLevels;
  /** Claims and redirects of paths. */
  paths: Paths;
  /** Rights on projects and namespaces. */
  authorization: Authorization;
}
