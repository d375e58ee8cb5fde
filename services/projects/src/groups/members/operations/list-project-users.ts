import { ProjectUserServiceDefinition } from '@forgemesh/proto/projects/v1/project_user';
import { operation } from '#operation';
import { findMemberUsers, sourcesOfProject } from '../find-member-users';

/** Lists the active users who have access to a project as members, ordered by id. */
export const listProjectUsers = operation(ProjectUserServiceDefinition.listProjectUsers, async (request, call) => ({
  users: await findMemberUsers(call, await sourcesOfProject(call), request),
}));
