import { pageRows } from '@forgemesh/data';
import { UserProjectServiceDefinition } from '@forgemesh/proto/projects/v1/user_project';
import { operation } from '#operation';
import { findStarredIds } from '../starred-ids';
import { listVisible } from '#projects/projects/list/list-visible';
import { canReadProfile, findNamedUser } from '#projects/projects/named-user';

/** Lists the projects starred by a user that the caller may see. */
export const listUserStarredProjects = operation(
  UserProjectServiceDefinition.listUserStarredProjects,
  async (request, call) => {
    const profile = await findNamedUser(call, request.user_id);
    if (!canReadProfile(call, profile)) return { projects: pageRows(call, [], request) };
    return listVisible(call, request, { _id: { $in: await findStarredIds(call.deps, profile.id) } });
  },
);
