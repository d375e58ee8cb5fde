/** Stored memberships of users in projects and groups. */
export { expired, type MembershipDocument, notExpired, sourceKey, type SourceKind, today } from './membership.model';
export { addMembership } from './store-membership';
