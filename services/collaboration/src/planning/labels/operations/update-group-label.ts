import { GroupLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_label';
import { operation } from '../../../operation';
import { changeLabel } from '../change-label';
import { presentLabel } from '../label.entity';
import { groupScope } from '../label-scope';

/** Changes a label of a group. */
export const updateGroupLabel = operation(GroupLabelServiceDefinition.updateGroupLabel, async (request, call) => {
  const label = await changeLabel(call, groupScope(call), request);
  return presentLabel(label, { project_id: null, user_id: call.principal.id });
});
