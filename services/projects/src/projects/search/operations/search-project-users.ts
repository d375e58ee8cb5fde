import { MemberSearchServiceDefinition } from '@forgemesh/proto/projects/v1/member_search';
import { findMemberUsers, sourcesOfProject } from '../../../groups/members/find-member-users';
import { operation } from '../../../operation';

/** Searches the users who have access to a project. */
export const searchProjectUsers = operation(
  MemberSearchServiceDefinition.searchProjectUsers,
  async (request, call) => ({
    users: await findMemberUsers(call, await sourcesOfProject(call), request),
  }),
);
