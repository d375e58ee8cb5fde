import { type Call, operation } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { ProjectLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/label';
import { GroupLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_label';
import { presentLabel } from '../label.entity';
import { projectScope } from '../label-scope';
import { findLabel, findLabelAmong } from '../read-labels';
import { groupLabels } from '../group-labels';
import type { LabelsDeps } from '../deps';

/** Gets a label by id or title. */
export const getProjectLabel = operation(
  ProjectLabelServiceDefinition.getProjectLabel,
  async (request, call: Call<LabelsDeps>) => {
    const scope = projectScope(call);
    const groupIds = request.include_ancestor_groups ? scope.group_ids : [];
    const label = await findLabel(call.deps, { ...scope, group_ids: groupIds }, request.name);
    if (!label) throw new NotFoundError('Label');
    return presentLabel(label, { project_id: scope.project_id, user_id: call.user?.id ?? null });
  },
);

/** Gets a label by id or title. */
export const getGroupLabel = operation(
  GroupLabelServiceDefinition.getGroupLabel,
  async (request, call: Call<LabelsDeps>) => {
    const label = await findLabelAmong(call.deps, await groupLabels(call, request), request.name);
    if (!label) throw new NotFoundError('Label');
    return presentLabel(label, { project_id: null, user_id: call.user?.id ?? null });
  },
);
