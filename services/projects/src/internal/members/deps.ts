import type { EntityStore } from '@forgemesh/data';
import type { MembershipDocument } from '#access/memberships';
import type { UserLevels } from '#access';
import type { NamespaceDocument } from '#namespaces';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of the RPCs for other services about members. */
export interface InternalMembersDeps {
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  memberships: EntityStore<MembershipDocument>;
  /** Access levels of users. */
  levels: UserLevels;
}
