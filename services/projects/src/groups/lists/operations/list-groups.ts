import { listPage } from '@forgemesh/data';
import { GroupServiceDefinition } from '@forgemesh/proto/projects/v1/group';
import { operation, type Call } from '@forgemesh/rpc';
import { viewerOf } from '#access';
import { readGroupStatistics } from '../group-statistics';
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
  const presented = await deps.groupPresenter.presentGroups(groups, viewer);
  if (!viewer.admin || request.statistics !== true) return { groups: presented };
  const ids = groups.map(({ _id }) => _id);
  const statisticsOf = await readGroupStatistics(deps, ids);
  return { groups: presented.map((group) => ({ ...group, statistics: statisticsOf(group.id) })) };
});
