import { ProjectLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/label';
import { operation } from '../../../operation';
import { labelsInScope, ownScope, projectScope } from '../label-scope';
import { listLabelPage } from '../list-label-page';

/** Lists the labels of a project, and optionally of its ancestor groups, by title. */
export const listProjectLabels = operation(ProjectLabelServiceDefinition.listProjectLabels, async (request, call) => {
  const scope = projectScope(call);
  return listLabelPage(call, request, {
    filter: labelsInScope(request.include_ancestor_groups ? scope : ownScope(scope)),
    scope,
  });
});
