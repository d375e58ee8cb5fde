import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { MembershipDocument } from '#access/memberships';
import type { SharedGroup, ExpiringShares } from './access-keys';

/** Dependencies of computing access levels. */
export interface AccessDeps {
  memberships: EntityStore<MembershipDocument>;
  /** Removes expired shares. */
  shareExpiry: ExpiringShares;
  /** Groups that match a filter, with their shares. */
  findSharedGroups: (filter: object) => Promise<SharedGroup[]>;
  /** Access keys held by users, by user id. */
  accessKeyCache: QueryCache<ReadonlyMap<string, number>, number>;
}
