import { pageRows } from '@forgemesh/data';
import { UserProjectServiceDefinition } from '@forgemesh/proto/projects/v1/user_project';
import { operation, type Call } from '@forgemesh/rpc';
import { canReadProfile, findNamedUser } from '#projects/lists';
import { findStarredIds } from '../starred-ids';
import type { StarsDeps } from '../deps';

/** Lists the projects starred by a user that the caller may see. */
export const listUserStarredProjects = operation(
  UserProjectServiceDefinition.listUserStarredProjects,
  async (request, call: Call<StarsDeps>) => {
    const profile = await findNamedUser(call, request.user_id);
    if (!canReadProfile(call, profile)) return { projects: pageRows(call, [], request) };
    return call.deps.visibleProjects.list(call, request, { _id: { $in: await findStarredIds(call.deps, profile.id) } });
  },
);
