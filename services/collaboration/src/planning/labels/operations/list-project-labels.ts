import { ProjectLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/label';
import { operation } from '../../../operation';
import { labelsAt, ownPlace, projectPlace } from '../label-place';
import { listLabelPage } from '../list-label-page';

/** Lists the labels of a project, and optionally of its ancestor groups, by title. */
export const listProjectLabels = operation(ProjectLabelServiceDefinition.listProjectLabels, async (request, call) => {
  const place = projectPlace(call);
  return listLabelPage(call, request, {
    filter: labelsAt(request.include_ancestor_groups ? place : ownPlace(place)),
    place,
  });
});
