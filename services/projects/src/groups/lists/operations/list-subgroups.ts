import { listPage } from '@forgemesh/data';
import { GroupServiceDefinition } from '@forgemesh/proto/projects/v1/group';
import { operation, type Call } from '@forgemesh/rpc';
import { viewerOf } from '#access';
import { filterOf, orderOf } from '../list-filter';
import type { GroupListsDeps } from '../deps';

/** Lists the direct subgroups of a group that the caller may see. */
export const listSubgroups = operation(
  GroupServiceDefinition.listSubgroups,
  async (request, call: Call<GroupListsDeps>) => {
    const { deps } = call;
    const viewer = viewerOf(call);
    const filter = await filterOf(deps, viewer, request, { allAvailable: request.all_available ?? true });
    const groups = await listPage(call, {
      model: deps.namespaces.model,
      filter: { ...filter, parent_id: call.resource('id').id },
      sort: orderOf(request),
      request,
    });
    return { groups: await deps.groupPresenter.presentGroups(groups, viewer) };
  },
);
