import { type Call, operation } from '@forgemesh/rpc';
import { ProjectLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/label';
import { GroupLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_label';
import { changeLabel } from '../change-label';
import { presentLabel } from '../label.entity';
import { projectScope, groupScope } from '../label-scope';
import type { LabelsDeps } from '../deps';

/** Changes a label of a project. */
export const updateProjectLabel = operation(
  ProjectLabelServiceDefinition.updateProjectLabel,
  async (request, call: Call<LabelsDeps>) => {
    const scope = projectScope(call);
    const label = await changeLabel(call, scope, request);
    return presentLabel(label, { project_id: scope.project_id, user_id: call.principal.id });
  },
);

/** Changes a label of a group. */
export const updateGroupLabel = operation(
  GroupLabelServiceDefinition.updateGroupLabel,
  async (request, call: Call<LabelsDeps>) => {
    const label = await changeLabel(call, groupScope(call), request);
    return presentLabel(label, { project_id: null, user_id: call.principal.id });
  },
);
