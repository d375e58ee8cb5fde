import type { EntityStore } from '@forgemesh/data';
import type { MembershipDocument } from './membership.model';

/** Dependencies of storing memberships. */
export interface MembershipsDeps {
  memberships: EntityStore<MembershipDocument>;
}
