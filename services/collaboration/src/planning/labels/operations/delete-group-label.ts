import { GroupLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_label';
import { operation } from '../../../operation';
import { removeLabel } from '../change-label';
import { groupScope } from '../label-scope';

/** Removes a label of a group. */
export const deleteGroupLabel = operation(GroupLabelServiceDefinition.deleteGroupLabel, async (request, call) => {
  await removeLabel(call, groupScope(call), request);
  return {};
});
