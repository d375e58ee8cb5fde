import type { EntityStore } from '@forgemesh/data';
import type { MembershipDocument } from '#access/memberships';
import type { UserLevels } from '#access';
import type { UserDirectory } from '#clients/users';
import type { NamespaceReader, NamespaceDocument } from '#namespaces';
import type { ProjectReader } from '#projects/lists';
import type { ProjectDocument } from '#projects/model';
import type { AccessRequestDocument } from './access-request.model';

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
  /** Cached reads of projects. */
  projectReader: ProjectReader;
}
