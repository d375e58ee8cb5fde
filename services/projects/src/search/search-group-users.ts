import { MemberSearchServiceService } from '@forgemesh/proto/projects/v1/member_search';
import { viewerOf } from '../access/viewer';
import { filterOf } from '../groups/list-filter';
import { findMemberUsers } from '../members/find-member-users';
import { sourceKey } from '../members/membership.model';
import { operation } from '../operation';

/** Searches the members of a group, of those above and of those inside that the caller may see. */
export const searchGroupUsers = operation(MemberSearchServiceService.searchGroupUsers, async (request, call) => {
  const { id, ancestor_ids: above } = call.resource('id');
  const visible = await filterOf(call.deps, viewerOf(call), {}, { allAvailable: true });
  const inside = await call.deps.namespaces.model.find({ ...visible, ancestor_ids: id }).distinct('_id');
  const sources = [...above, id, ...inside].map((groupId) => sourceKey('group', groupId));
  return { users: await findMemberUsers(call, sources, request) };
});
