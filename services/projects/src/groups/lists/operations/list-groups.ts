import { listPage } from '@forgemesh/data';
import { GroupServiceDefinition } from '@forgemesh/proto/projects/v1/group';
import { operation, type Call } from '@forgemesh/rpc';
import { viewerOf } from '#access';
import { filterOf, orderOf } from '../list-filter';
import type { GroupListsDeps } from '../deps';

/**
 * Lists groups. By default administrators see all groups and other users the groups that they have
 * access to by membership.
 */
export const listGroups = operation(GroupServiceDefinition.listGroups, async (request, call: Call<GroupListsDeps>) => {
  const { deps } = call;
  const viewer = viewerOf(call);
  const allAvailable = request.all_available ?? viewer.admin;
  const groups = await listPage(call, {
    model: deps.namespaces.model,
    filter: await filterOf(deps, viewer, request, { allAvailable }),
    sort: orderOf(request),
    request,
  });
  return { groups: await deps.groupPresenter.presentGroups(groups, viewer) };
});
