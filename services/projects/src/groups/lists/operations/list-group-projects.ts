import { GroupServiceDefinition } from '@forgemesh/proto/projects/v1/group';
import { operation, type Call } from '@forgemesh/rpc';
import type { GroupListsDeps } from '../deps';

/** Lists the projects of a group, optionally those shared with it and those of its subgroups. */
export const listGroupProjects = operation(
  GroupServiceDefinition.listGroupProjects,
  (request, call: Call<GroupListsDeps>) => {
    const { id: groupId, ancestor_ids: ancestorIds } = call.resource('id');
    const accessKeys = [
      request.include_subgroups ? `g:${groupId}` : `d:${groupId}`,
      ...(request.with_shared ? [`h:${groupId}`] : []),
    ];
    return call.deps.visibleProjects.list(call, request, { access_keys: { $in: accessKeys } }, [
      groupId,
      ...ancestorIds,
    ]);
  },
);
