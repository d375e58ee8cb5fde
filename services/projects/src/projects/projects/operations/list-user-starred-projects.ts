import { pageRows } from '@forgemesh/data';
import { UserProjectServiceDefinition } from '@forgemesh/proto/projects/v1/user_project';
import { operation } from '../../../operation';
import { starredIds } from '../../stars/starred-ids';
import { listVisible } from '../list/list-visible';
import { mayReadProfile, namedUser } from '../named-user';

/** Lists the projects starred by a user that the caller may see. */
export const listUserStarredProjects = operation(
  UserProjectServiceDefinition.listUserStarredProjects,
  async (request, call) => {
    const profile = await namedUser(call, request.user_id);
    if (!mayReadProfile(call, profile)) return { projects: pageRows(call, [], request) };
    return listVisible(call, request, { _id: { $in: await starredIds(call.deps, profile.id) } });
  },
);
