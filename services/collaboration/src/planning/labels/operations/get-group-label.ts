import { NotFoundError } from '@forgemesh/errors';
import { GroupLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_label';
import { operation } from '../../../operation';
import { groupLabels } from '../group-labels';
import { presentLabel } from '../label.entity';
import { findLabelAmong } from '../read-labels';

/** Gets a label by id or title. */
export const getGroupLabel = operation(GroupLabelServiceDefinition.getGroupLabel, async (request, call) => {
  const label = await findLabelAmong(call.deps, await groupLabels(call, request), request.name);
  if (!label) throw new NotFoundError('Label');
  return presentLabel(label, { project_id: null, user_id: call.user?.id ?? null });
});
