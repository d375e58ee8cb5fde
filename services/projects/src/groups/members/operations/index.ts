import { createGroupMember, createProjectMember } from './create-member';
import { deleteGroupMember, deleteProjectMember } from './delete-member';
import { getGroupMember, getGroupMemberInherited, getProjectMember, getProjectMemberInherited } from './get-member';
import { listAllGroupMembers, listAllProjectMembers } from './list-all-members';
import { listGroupMembers, listProjectMembers } from './list-members';
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
  getProjectMember,
  getProjectMemberInherited,
  listAllGroupMembers,
  listAllProjectMembers,
  listGroupMembers,
  listProjectMembers,
  listProjectUsers,
  listUserMemberships,
  updateGroupMember,
  updateProjectMember,
];
