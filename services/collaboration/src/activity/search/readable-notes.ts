/** The notes of a project that a search returns to the caller. */
import type { Call } from '@forgemesh/rpc';
import { canReadFeature, REPORTER } from '@forgemesh/access';
import type { Condition } from '#queries';
import type { SearchDeps } from './deps';

/**
 * Condition on the notes of the project named by the call: those on objects that the caller may
 * read.
 */
export async function readableNotes(call: Call<SearchDeps>): Promise<Condition> {
  const project = call.resource('id');
  const types = [
    ...(canReadFeature(project, 'merge_requests') ? ['MergeRequest'] : []),
    ...(canReadFeature(project, 'repository') ? ['Commit'] : []),
  ];
  const others = { noteable_type: { $in: types } };
  if (!canReadFeature(project, 'issues')) return others;
  const hidden = project.level >= REPORTER ? [] : await hiddenIssues(call);
  return { $or: [others, { noteable_type: 'Issue', ...(hidden.length > 0 && { noteable_id: { $nin: hidden } }) }] };
}

/** Confidential issues that the caller neither wrote nor is assigned to. */
async function hiddenIssues(call: Call<SearchDeps>): Promise<number[]> {
  const id = call.user?.id;
  return call.deps.items.issues.model
    .find({
      project_id: call.resource('id').id,
      confidential: true,
      ...(id !== undefined && { author_id: { $ne: id }, assignee_ids: { $ne: id } }),
    })
    .distinct('_id');
}
