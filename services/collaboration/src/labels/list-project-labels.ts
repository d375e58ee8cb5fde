import { pageRows } from '@forgemesh/kit';
import { ProjectLabelServiceService } from '@forgemesh/proto/collaboration/v1/label';
import { operation } from '../operation';
import { countLabelled } from './count-labelled';
import { presentLabel } from './label.entity';
import { readLabels } from './read-labels';
import { projectPlace } from './label-place';

/** Lists the labels of a project and of the groups above it, by title. */
export const listProjectLabels = operation(ProjectLabelServiceService.listProjectLabels, async (request, call) => {
  const place = projectPlace(call);
  const groupIds = request.include_ancestor_groups ? place.group_ids : [];
  const labels = pageRows(
    call,
    await readLabels(call.deps, { ...place, group_ids: groupIds }, request.search),
    request,
  );
  const ids = labels.map(({ _id: id }) => id);
  const counts = request.with_counts ? await countLabelled(call.deps, ids, place) : undefined;
  const view = { project_id: place.project_id, user_id: call.user?.id ?? null, counts };
  return { labels: labels.map((label) => presentLabel(label, view)) };
});
