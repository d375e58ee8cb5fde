import { MemberSearchServiceDefinition } from '@forgemesh/proto/projects/v1/member_search';
import { operation, type Call } from '@forgemesh/rpc';
import { findMemberUsers, sourcesOfProject } from '#groups/members';
import { sourcesOfKeys, viewerOf } from '#access';
import { filterOf } from '#groups/lists';
import type { SearchDeps } from '../deps';

/** Searches the users who have access to a project. */
export const searchProjectUsers = operation(
  MemberSearchServiceDefinition.searchProjectUsers,
  async (request, call: Call<SearchDeps>) => ({
    users: await findMemberUsers(call, await sourcesOfProject(call), request),
  }),
);

/**
 * Searches the members of a group, of its ancestors, of its subgroups that the caller may see, and
 * of the groups that these are shared with.
 */
export const searchGroupUsers = operation(
  MemberSearchServiceDefinition.searchGroupUsers,
  async (request, call: Call<SearchDeps>) => {
    const { id, ancestor_ids: ancestorIds } = call.resource('id');
    const visible = await filterOf(call.deps, viewerOf(call), {}, { allAvailable: true });
    const inside = await call.deps.namespaces.model.find({ ...visible, ancestor_ids: id }).distinct('_id');
    const keys = [...ancestorIds, id, ...inside].map((groupId) => `g:${groupId}`);
    return { users: await findMemberUsers(call, sourcesOfKeys(await call.deps.levels.allAccessKeys(keys)), request) };
  },
);
