import { ProjectLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/label';
import { operation } from '../../../operation';
import { assertHasItems } from '../../../access/policy';
import { removeLabel } from '../change-label';
import { projectScope } from '../label-scope';

/** Removes a label of a project. */
export const deleteProjectLabel = operation(ProjectLabelServiceDefinition.deleteProjectLabel, async (request, call) => {
  assertHasItems(call);
  await removeLabel(call, projectScope(call), request);
  return {};
});
