import { ProjectLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/label';
import { operation } from '../../../operation';
import { assertHasItems } from '../../../access/policy';
import { presentLabel } from '../label.entity';
import { projectPlace } from '../label-place';
import { makeLabel } from '../new-label';

/** Creates a label in a project. */
export const createProjectLabel = operation(ProjectLabelServiceDefinition.createProjectLabel, async (request, call) => {
  assertHasItems(call);
  const { deps, principal, operationId } = call;
  const place = projectPlace(call);
  const label = await makeLabel(deps, {
    place,
    title: request.name,
    color: request.color,
    description: request.description ?? null,
    priority: request.priority ?? null,
    actor: principal.id,
    operationId,
  });
  return presentLabel(label, { project_id: place.project_id, user_id: principal.id });
});
