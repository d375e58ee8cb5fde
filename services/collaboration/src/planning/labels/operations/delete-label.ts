import { ProjectLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/label';
import { GroupLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_label';
import { operation } from '#operation';
import { removeLabel } from '../change-label';
import { projectScope, groupScope } from '../label-scope';

/** Removes a label of a project. */
export const deleteProjectLabel = operation(ProjectLabelServiceDefinition.deleteProjectLabel, async (request, call) => {
  await removeLabel(call, projectScope(call), request);
  return {};
});

/** Removes a label of a group. */
export const deleteGroupLabel = operation(GroupLabelServiceDefinition.deleteGroupLabel, async (request, call) => {
  await removeLabel(call, groupScope(call), request);
  return {};
});
