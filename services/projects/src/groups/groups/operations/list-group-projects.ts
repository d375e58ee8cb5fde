import { GroupServiceDefinition } from '@forgemesh/proto/projects/v1/group';
import { operation } from '#operation';
import { listVisible } from '#projects/projects/list/list-visible';

/** Lists the projects of a group, optionally those shared with it and those of its subgroups. */
export const listGroupProjects = operation(GroupServiceDefinition.listGroupProjects, (request, call) => {
  const { id: groupId, ancestor_ids: ancestorIds } = call.resource('id');
  const accessKeys = [
    request.include_subgroups ? `g:${groupId}` : `d:${groupId}`,
    ...(request.with_shared ? [`h:${groupId}`] : []),
  ];
  return listVisible(call, request, { access_keys: { $in: accessKeys } }, [groupId, ...ancestorIds]);
});
