/**
 * Restricts conditions to the items that the caller may read, with one access query for all
 * projects.
 */
import type { Call } from '@forgemesh/rpc';
import { canReadFeature } from '@forgemesh/access';
import { rightsOnProjects, subjectOf } from '#access';
import { readableIssues } from '#items/issues';
import { allOf, type Condition } from '#queries';
import type { ClosingDeps } from './deps';

/** Condition on the issues with the given ids that the caller may read. */
export async function readableIssueCondition(call: Call<ClosingDeps>, ids: readonly number[]): Promise<Condition> {
  if (ids.length === 0) return { _id: { $in: [] } };
  const issues = await call.deps.items.issues.model
    .find({ _id: { $in: [...ids] } }, { project_id: 1, author_id: 1, assignee_ids: 1, confidential: 1 })
    .lean<{ _id: number; project_id: number; author_id: number; assignee_ids: number[]; confidential: boolean }[]>();
  const readable = await readableIssues(call, issues);
  return { _id: { $in: readable.map(({ issue }) => issue._id) } };
}

/** The condition, restricted to the merge requests that the caller may read. */
export async function readableMergeRequestCondition(call: Call<ClosingDeps>, condition: Condition): Promise<Condition> {
  const projectIds = await call.deps.items.mergeRequests.model.find(condition).distinct('project_id');
  const rights = await rightsOnProjects(call.deps, subjectOf(call), projectIds);
  const readable = [...rights.values()].filter((project) => canReadFeature(project, 'merge_requests'));
  return allOf([condition, { project_id: { $in: readable.map(({ id }) => id) } }]);
}
