/** How many items have a label. */
import type { Model } from 'mongoose';
import { groupIssues, projectIssues } from '../issues/issue-filter';
import { allOf, type Condition } from '../items/item-filter';
import { conditionOf } from '../items/item-list';
import type { CollaborationCall } from '../operation';
import { readableProjects } from '../readable';
import type { LabelPlace } from './label-place';
import type { LabelDocument } from './label.model';

/** Counts of one label. */
export interface LabelCounts {
  open_issues_count: number;
  closed_issues_count: number;
  open_merge_requests_count: number;
}

interface Row {
  _id: { label_id: number; state: string };
  count: number;
}

/** Counts by label the items that the caller may see: of a project, or of the projects of a group. One command each for issues and merge requests. */
export async function countLabelled(
  call: CollaborationCall,
  labels: readonly LabelDocument[],
  { project_id: projectId }: Pick<LabelPlace, 'project_id'>,
): Promise<Map<number, LabelCounts>> {
  const { deps } = call;
  const ids = labels.map(({ _id: id }) => id);
  const [issues, mergeRequests] = await Promise.all([
    (projectId === null ? groupIssues(call) : projectIssues(call)).then(async (visible) =>
      countByLabel(deps.issues.model, ids, await conditionOf(visible)),
    ),
    visibleMergeRequests(call, projectId).then((visible) => countByLabel(deps.mergeRequests.model, ids, visible)),
  ]);
  const of = (rows: readonly Row[], id: number, state: string): number =>
    rows.find(({ _id: key }) => key.label_id === id && key.state === state)?.count ?? 0;
  return new Map(
    ids.map((id) => [
      id,
      {
        open_issues_count: of(issues, id, 'opened'),
        closed_issues_count: of(issues, id, 'closed'),
        open_merge_requests_count: of(mergeRequests, id, 'opened'),
      },
    ]),
  );
}

async function visibleMergeRequests(call: CollaborationCall, projectId: number | null): Promise<Condition> {
  if (projectId !== null) return { project_id: projectId };
  const { levels } = await readableProjects(call, 'merge_requests', call.resource('id').id);
  return { project_id: { $in: [...levels.keys()] } };
}

function countByLabel<T>(model: Model<T>, labelIds: readonly number[], visible: Condition): Promise<Row[]> {
  const isWanted = { label_ids: { $in: [...labelIds] } };
  return model.aggregate<Row>([
    { $match: allOf([isWanted, visible]) },
    { $project: { label_ids: 1, state: 1 } },
    { $unwind: '$label_ids' },
    { $match: isWanted },
    { $group: { _id: { label_id: '$label_ids', state: '$state' }, count: { $sum: 1 } } },
  ]);
}
