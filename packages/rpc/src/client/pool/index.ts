/** Public interface of pools. */
export type { PoolRoute } from './choose-member';
export type { MemberPool } from './member-pool';
export { createMemberPools, type MemberPools } from './member-pools';
export { isPoolAddress } from './pool-address';
export type { MemberHealth, MemberState, PoolMember } from './pool-member';
