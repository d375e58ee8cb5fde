/** Public interface of `access/memberships`: what other areas of this service may import. */
export { expired, type MembershipDocument, notExpired, sourceKey, type SourceKind, today } from './membership.model';
export { addMembership } from './store-membership';
