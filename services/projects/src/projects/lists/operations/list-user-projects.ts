import { pageRows } from '@forgemesh/data';
import { UserProjectServiceDefinition } from '@forgemesh/proto/projects/v1/user_project';
import { operation, type Call } from '@forgemesh/rpc';
import { listVisible } from '../list-visible';
import { canReadProfile, findNamedUser } from '../named-user';
import type { ProjectListsDeps } from '../deps';

/** Lists the projects in the namespace of a user that the caller may see. */
export const listUserProjects = operation(
  UserProjectServiceDefinition.listUserProjects,
  async (request, call: Call<ProjectListsDeps>) => {
    const profile = await findNamedUser(call, request.user_id);
    if (!canReadProfile(call, profile)) return { projects: pageRows(call, [], request) };
    return listVisible(call.deps, call, request, { access_keys: `u:${profile.id}` });
  },
);
