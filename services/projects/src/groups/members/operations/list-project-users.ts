import { ProjectUserServiceDefinition } from '@forgemesh/proto/projects/v1/project_user';
import { operation, type Call } from '@forgemesh/rpc';
import { findMemberUsers, sourcesOfProject } from '../find-member-users';
import type { MembersDeps } from '../deps';

/** Lists the active users who have access to a project as members, ordered by id. */
export const listProjectUsers = operation(
  ProjectUserServiceDefinition.listProjectUsers,
  async (request, call: Call<MembersDeps>) => ({
    users: await findMemberUsers(call, await sourcesOfProject(call), request),
  }),
);
