import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { ExternalAuthorization } from '#access/external-authorization';
import type { UserLevels } from '#access';
import type { NamespaceReader, NamespaceDocument } from '#namespaces';
import type { Paths } from '#namespaces/paths';
import type { ProjectReader } from '#projects/lists';
import type { ProjectDocument } from '#projects/model';

/** Dependencies for resolving former paths. */
export interface FormerPathDeps {
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  /** Claims and redirects of paths. */
  paths: Paths;
}

/** Dependencies of authorization. */
export interface AuthorizationDeps extends FormerPathDeps {
  /** Whether the instance stores large files. */
  isLfsEnabled: boolean;
  externalAuthorization: ExternalAuthorization;
  /** Access levels of users. */
  levels: UserLevels;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
  /** Cached reads of projects. */
  projectReader: ProjectReader;
  /** Whether a user is a member of anything inside a group, by user and group. */
  descendantMembershipCache: QueryCache<boolean>;
}
