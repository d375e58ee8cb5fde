/** Public interface of `groups/members`: what other areas of this service may import. */
export { findMemberUsers, sourcesOfProject } from './find-member-users';
export { managerLevel } from './member-rules';
export { sourceOf } from './member-source';
export { createMember } from './operations/create-member';
export { findSoleOwnedGroups, membershipsOf, withoutOtherOwners } from './sole-owned-groups';
