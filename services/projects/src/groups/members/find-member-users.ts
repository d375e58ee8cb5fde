/** Finds users by membership. */
import { containsTerms, pageRows, searchTermsOf, type PageRequest } from '@forgemesh/data';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { UserWithAccess } from '@forgemesh/proto/projects/v1/project_user';
import { sourcesOfKeys } from '#access';
import type { ProjectDocument } from '#projects/model';
import type { UserDocument } from '#clients/users';
import { notExpired } from '#access/memberships';
import type { MembersDeps } from './deps';

/** Filters and page of the list. */
export interface MemberUsersRequest extends PageRequest {
  search?: string | undefined;
  skip_users?: number[] | undefined;
}

/** A page of the active users who are members of at least one source, ordered by id. */
export async function findMemberUsers(
  call: Call<Pick<MembersDeps, 'memberships' | 'directory'>>,
  sources: readonly string[],
  request: MemberUsersRequest,
): Promise<ResponseOf<UserWithAccess>[]> {
  const { deps } = call;
  const ids = await deps.memberships.model.find({ source: { $in: [...sources] }, ...notExpired() }).distinct('user_id');
  const terms = searchTermsOf(request.search);
  const users = [...(await deps.directory.findUsers(ids)).values()]
    .filter(({ _id: id }) => !request.skip_users?.includes(id))
    .filter((user) => user.state === 'active' && containsTerms([user.name, user.username], terms))
    .sort((one, other) => one._id - other._id);
  return pageRows(call, users, request).map(presentUser);
}

/**
 * Membership sources of the project of a request: the project, its ancestors, and the groups that
 * these are shared with.
 */
export async function sourcesOfProject(call: Call<Pick<MembersDeps, 'projects' | 'levels'>>): Promise<string[]> {
  const project = await call.deps.projects.model
    .findById(call.resource('id').id, { access_keys: 1 })
    .lean<Pick<ProjectDocument, 'access_keys'>>();
  return sourcesOfKeys(await call.deps.levels.allAccessKeys(project?.access_keys ?? []));
}

function presentUser({
  _id: id,
  name,
  username,
  state,
  avatar_url,
  web_url,
}: UserDocument): ResponseOf<UserWithAccess> {
  return { id, name, username, state, avatar_url: avatar_url ?? null, web_url };
}
