import type { EventConsumer } from '@forgemesh/events';
import { closeIssuesOfMerge, MERGED } from '../items/merge-requests/closing-issues';
import { recordMergeRequestChange } from '../items/merge-requests/change-merge-request';
import { removeSourceBranch } from '../items/merge-requests/merging/remove-source-branch';
import type { Collaboration } from '../deps';
import { removeBelongings } from './remove-belongings';

const events = [
  'collaboration.merge_request.created',
  'collaboration.merge_request.updated',
  'collaboration.merge_request.closed',
  'collaboration.merge_request.reopened',
  'collaboration.merge_request.merged',
] as const;

/**
 * Does what whoever made a change did not come to do: writes its notes and versions, closes what a
 * merge closes, and removes its source branch.
 */
export const onMergeRequestChanged: EventConsumer<(typeof events)[number], Collaboration> = {
  name: 'collaboration-merge-request-records',
  events,
  from: 'all',
  async handle({ id, type, actor, subject, time, data }, deps) {
    const request = await deps.mergeRequests.find(Number(subject));
    if (!request) return;
    await recordMergeRequestChange(deps, request, { id, type, actor, changes: data.changes, at: new Date(time) });
    // Removed meanwhile: what hung on it may have gone before this was written.
    if (!(await deps.mergeRequests.model.exists({ _id: request._id }))) {
      await deps.diffVersions.model.deleteMany({ merge_request_id: request._id });
      return removeBelongings(deps, 'MergeRequest', request._id);
    }
    if (type !== MERGED) return;
    await closeIssuesOfMerge(deps, request._id, id);
    if (data.changes.accepted) await removeSourceBranch(deps, actor ?? 0, request);
  },
};
