import { createGroupMember, createProjectMember } from './create-member';
import { deleteGroupMember, deleteProjectMember } from './delete-member';
import { getGroupMember, getGroupMemberInherited, getProjectMember, getProjectMemberInherited } from './get-member';
import { getMembershipFacts } from './get-membership-facts';
import { getTwoFactorRequirement } from './get-two-factor-requirement';
import { listAllGroupMembers, listAllProjectMembers } from './list-all-members';
import { listGroupsOfMembers } from './list-groups-of-members';
import { listGroupMembers, listProjectMembers } from './list-members';
import { listMembersOfGroups } from './list-members-of-groups';
import { listProjectLevels } from './list-project-levels';
import { listProjectMemberIds } from './list-project-member-ids';
import { listProjectUsers } from './list-project-users';
import { listUserMemberships } from './list-user-memberships';
import { updateGroupMember, updateProjectMember } from './update-member';

export const memberOperations = [
  createGroupMember,
  createProjectMember,
  deleteGroupMember,
  deleteProjectMember,
  getGroupMember,
  getGroupMemberInherited,
  getMembershipFacts,
  getProjectMember,
  getProjectMemberInherited,
  getTwoFactorRequirement,
  listAllGroupMembers,
  listAllProjectMembers,
  listGroupMembers,
  listGroupsOfMembers,
  listMembersOfGroups,
  listProjectLevels,
  listProjectMemberIds,
  listProjectMembers,
  listProjectUsers,
  listUserMemberships,
  updateGroupMember,
  updateProjectMember,
];
