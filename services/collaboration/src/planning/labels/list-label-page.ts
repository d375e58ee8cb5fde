/** One page of labels: shared by the lists of projects and groups. */
import { pageRows, type PageRequest } from '@forgemesh/data';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { ListLabelsResponse } from '@forgemesh/proto/collaboration/v1/label';
import { presentLabel } from './label.entity';
import type { LabelScope } from './label-scope';
import { readLabels, type LabelFilter } from './read-labels';
import type { LabelsDeps } from './deps';

interface LabelListRequest extends PageRequest {
  with_counts?: boolean | undefined;
  search?: string | undefined;
}

/** Reads and presents a page of the labels that match a filter, from the perspective of a scope. */
export async function listLabelPage(
  call: Call<LabelsDeps>,
  request: LabelListRequest,
  { filter, scope }: { filter: LabelFilter; scope: LabelScope },
): Promise<ResponseOf<ListLabelsResponse>> {
  const labels = pageRows(call, await readLabels(call.deps, filter, request.search), request);
  const counts = request.with_counts ? await call.deps.plannedItems.countByLabel(call, labels, scope) : undefined;
  const view = { project_id: scope.project_id, user_id: call.user?.id ?? null, counts };
  return { labels: labels.map((label) => presentLabel(label, view)) };
}
