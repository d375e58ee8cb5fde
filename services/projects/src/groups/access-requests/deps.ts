import type { MembershipDocument } from '#access/memberships/membership.model';
import type { UserLevels } from '#access/user-levels';
import type { UserDirectory } from '#clients/users/user-directory';
import type { NamespaceReader } from '#namespaces/namespace-reader';
import type { NamespaceDocument } from '#namespaces/namespace.model';
import type { VisibleProjects } from '#projects/lists/visible-projects';
import type { ProjectDocument } from '#projects/model/project.model';
import type { AccessRequestDocument } from './access-request.model';
import type { EntityStore } from '@forgemesh/data';

/** Dependencies of access requests. */
export interface AccessRequestsDeps {
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  memberships: EntityStore<MembershipDocument>;
  accessRequests: EntityStore<AccessRequestDocument>;
  /** Access levels of users. */
  levels: UserLevels;
  /** Display data and profiles of users. */
  directory: UserDirectory;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
  /** Projects that a viewer may see. */
  visibleProjects: VisibleProjects;
}
