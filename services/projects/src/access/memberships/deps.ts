import type { MembershipDocument } from './membership.model';
import type { EntityStore } from '@forgemesh/data';

/** Dependencies of storing memberships. */
export interface MembershipsDeps {
  memberships: EntityStore<MembershipDocument>;
}
