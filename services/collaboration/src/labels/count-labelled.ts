/** How many items have a label. */
import type { Model } from 'mongoose';
import type { Collaboration } from '../service';
import type { LabelPlace } from './label-place';

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

/** Counts the items of a project by label; of a group, those of all its projects. One command each for issues and merge requests. */
export async function countLabelled(
  deps: Collaboration,
  labelIds: readonly number[],
  { project_id: projectId }: Pick<LabelPlace, 'project_id'>,
): Promise<Map<number, LabelCounts>> {
  const [issues, mergeRequests] = await Promise.all([
    countByLabel(deps.issues.model, labelIds, projectId),
    countByLabel(deps.mergeRequests.model, labelIds, projectId),
  ]);
  const of = (rows: readonly Row[], id: number, state: string): number =>
    rows.find(({ _id: key }) => key.label_id === id && key.state === state)?.count ?? 0;
  return new Map(
    labelIds.map((id) => [
      id,
      {
        open_issues_count: of(issues, id, 'opened'),
        closed_issues_count: of(issues, id, 'closed'),
        open_merge_requests_count: of(mergeRequests, id, 'opened'),
      },
    ]),
  );
}

function countByLabel<T>(model: Model<T>, labelIds: readonly number[], projectId: number | null): Promise<Row[]> {
  const isWanted = { label_ids: { $in: [...labelIds] } };
  return model.aggregate<Row>([
    { $match: { ...isWanted, ...(projectId !== null && { project_id: projectId }) } },
    { $project: { label_ids: 1, state: 1 } },
    { $unwind: '$label_ids' },
    { $match: isWanted },
    { $group: { _id: { label_id: '$label_ids', state: '$state' }, count: { $sum: 1 } } },
  ]);
}
