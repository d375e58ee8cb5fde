import { type Call, operation } from '@forgemesh/rpc';
import { ProjectLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/label';
import { GroupLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_label';
import { labelsInScope, ownScope, projectScope, groupScope } from '../label-scope';
import { listLabelPage } from '../list-label-page';
import { groupLabels } from '../group-labels';
import type { LabelsDeps } from '../deps';

/** Lists the labels of a project, and optionally of its ancestor groups, by title. */
export const listProjectLabels = operation(
  ProjectLabelServiceDefinition.listProjectLabels,
  async (request, call: Call<LabelsDeps>) => {
    const scope = projectScope(call);
    return listLabelPage(call, request, {
      filter: labelsInScope(request.include_ancestor_groups ? scope : ownScope(scope)),
      scope,
    });
  },
);

/** Lists the labels of a group, and optionally of related groups and projects, by title. */
export const listGroupLabels = operation(
  GroupLabelServiceDefinition.listGroupLabels,
  async (request, call: Call<LabelsDeps>) =>
    listLabelPage(call, request, { filter: await groupLabels(call, request), scope: groupScope(call) }),
);
