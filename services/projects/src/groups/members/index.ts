/** Members of projects and groups. */
export { findMemberUsers, sourcesOfProject } from './find-member-users';
export { managerLevel } from './member-rules';
export { sourceOf } from './member-source';
export { createMember } from './operations/create-member';
export { findSoleOwnedGroups, membershipsOf, withoutOtherOwners } from './sole-owned-groups';
