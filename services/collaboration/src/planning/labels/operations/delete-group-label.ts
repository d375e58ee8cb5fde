import { GroupLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_label';
import { operation } from '../../../operation';
import { removeLabel } from '../change-label';
import { groupPlace } from '../label-place';

/** Removes a label of a group. */
export const deleteGroupLabel = operation(GroupLabelServiceDefinition.deleteGroupLabel, async (request, call) => {
  await removeLabel(call, groupPlace(call), request);
  return {};
});
