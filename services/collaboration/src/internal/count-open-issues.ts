import { type Call, internalOperation } from '@forgemesh/rpc';
import { IssueCountServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_count';
import type { ModelDeps } from '#items/model';

/** Counts the open issues of projects with one query; confidential issues are not counted. */
export const countOpenIssues = internalOperation(
  IssueCountServiceDefinition.countOpenIssues,
  async ({ project_ids: ids }, { deps }: Call<ModelDeps>) => {
    const rows = await deps.items.issues.model.aggregate<{ _id: number; count: number }>([
      { $match: { project_id: { $in: ids }, state: 'opened', confidential: false } },
      { $group: { _id: '$project_id', count: { $sum: 1 } } },
    ]);
    return { counts: Object.fromEntries(rows.map(({ _id: id, count }) => [id, count])) };
  },
);
