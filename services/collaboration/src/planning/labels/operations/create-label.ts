import { type Call, operation } from '@forgemesh/rpc';
import { ProjectLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/label';
import { GroupLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_label';
import { presentLabel } from '../label.entity';
import { projectScope, groupScope } from '../label-scope';
import { makeLabel } from '../new-label';
import type { LabelsDeps } from '../deps';

/** Creates a label in a project. */
export const createProjectLabel = operation(
  ProjectLabelServiceDefinition.createProjectLabel,
  async (request, call: Call<LabelsDeps>) => {
    const { deps, principal, operationId } = call;
    const scope = projectScope(call);
    const label = await makeLabel(deps, {
      scope,
      title: request.name,
      color: request.color,
      description: request.description ?? null,
      priority: request.priority ?? null,
      actor: principal.id,
      operationId,
    });
    return presentLabel(label, { project_id: scope.project_id, user_id: principal.id });
  },
);

/** Creates a label in a group. */
export const createGroupLabel = operation(
  GroupLabelServiceDefinition.createGroupLabel,
  async (request, call: Call<LabelsDeps>) => {
    const { deps, principal, operationId } = call;
    const label = await makeLabel(deps, {
      scope: groupScope(call),
      title: request.name,
      color: request.color,
      description: request.description ?? null,
      priority: null,
      actor: principal.id,
      operationId,
    });
    return presentLabel(label, { project_id: null, user_id: principal.id });
  },
);
