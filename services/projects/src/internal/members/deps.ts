import type { MembershipDocument } from '#access/memberships/membership.model';
import type { UserLevels } from '#access/user-levels';
import type { NamespaceDocument } from '#namespaces/namespace.model';
import type { ProjectDocument } from '#projects/model/project.model';
import type { EntityStore } from '@forgemesh/data';

/** Dependencies of the RPCs for other services about members. */
export interface InternalMembersDeps {
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  memberships: EntityStore<MembershipDocument>;
  /** Access levels of users. */
  levels: UserLevels;
}
