import { type Call, operation } from '@forgemesh/rpc';
import { ProjectLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/label';
import { GroupLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_label';
import { removeLabel } from '../change-label';
import { projectScope, groupScope } from '../label-scope';
import type { LabelsDeps } from '../deps';

/** Removes a label of a project. */
export const deleteProjectLabel = operation(
  ProjectLabelServiceDefinition.deleteProjectLabel,
  async (request, call: Call<LabelsDeps>) => {
    await removeLabel(call, projectScope(call), request);
    return {};
  },
);

/** Removes a label of a group. */
export const deleteGroupLabel = operation(
  GroupLabelServiceDefinition.deleteGroupLabel,
  async (request, call: Call<LabelsDeps>) => {
    await removeLabel(call, groupScope(call), request);
    return {};
  },
);
