import { createGroupMember, createProjectMember } from './operations/create-member';
import { deleteGroupMember, deleteProjectMember } from './operations/delete-member';
import {
  getGroupMember,
  getGroupMemberInherited,
  getProjectMember,
  getProjectMemberInherited,
} from './operations/get-member';
import { listAllGroupMembers, listAllProjectMembers } from './operations/list-all-members';
import { listGroupMembers, listProjectMembers } from './operations/list-members';
import { listProjectUsers } from './operations/list-project-users';
import { listUserMemberships } from './operations/list-user-memberships';
import { updateGroupMember, updateProjectMember } from './operations/update-member';

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
