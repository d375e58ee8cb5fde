import { pageRows, type Answer } from '@forgemesh/kit';
import { ProjectUserServiceService, type UserWithAccess } from '@forgemesh/proto/projects/v1/project_user';
import { sourcesOfKeys } from '../access/access-keys';
import { operation } from '../operation';
import type { ProjectDocument } from '../projects/project.model';
import { findUsers } from '../users/directory';
import type { UserDocument } from '../users/user.model';
import { notExpired } from './membership.model';

/** Lists the active users who have access to a project as members, in the order of their ids. */
export const listProjectUsers = operation(ProjectUserServiceService.listProjectUsers, async (request, call) => {
  const { deps } = call;
  const project = await deps.projects.model
    .findById(call.resource('id').id, { access_keys: 1 })
    .lean<Pick<ProjectDocument, 'access_keys'>>();
  const sources = sourcesOfKeys(project?.access_keys ?? []);
  const ids = await deps.memberships.model.find({ source: { $in: sources }, ...notExpired() }).distinct('user_id');
  const users = [...(await findUsers(deps, ids)).values()]
    .filter(({ _id: id }) => !request.skip_users?.includes(id))
    .filter((user) => user.state === 'active' && isFound(user, request.search))
    .sort((one, other) => one._id - other._id);
  return { users: pageRows(call, users, request).map(presentUser) };
});

function isFound({ name, username }: UserDocument, search = ''): boolean {
  return [name, username].some((text) => text.toLowerCase().includes(search.toLowerCase()));
}

function presentUser({ _id: id, name, username, state, avatar_url, web_url }: UserDocument): Answer<UserWithAccess> {
  return { id, name, username, state, avatar_url: avatar_url ?? null, web_url };
}
