import type { EventConsumer } from '@forgemesh/events';
import {
  closeIssuesOfMerge,
  MERGED,
  type MergeRequestChangesDeps,
  recordMergeRequestChange,
  removeSourceBranch,
} from '#items/merge-requests';
import { removeRelatedData } from '#consumers/deletions/remove-related-data';
import type { DeletionsDeps } from '#consumers/deletions/deps';

const events = [
  'collaboration.merge_request.created',
  'collaboration.merge_request.updated',
  'collaboration.merge_request.closed',
  'collaboration.merge_request.reopened',
  'collaboration.merge_request.merged',
] as const;

/**
 * Completes the side effects of a change that a crash interrupted: writes its notes and versions,
 * closes the issues that a merge closes, and removes its source branch.
 */
export const onMergeRequestChanged: EventConsumer<(typeof events)[number], MergeRequestChangesDeps & DeletionsDeps> = {
  name: 'collaboration-merge-request-records',
  events,
  from: 'all',
  async handle({ id, type, actor, subject, time, data }, deps) {
    const request = await deps.items.mergeRequests.find(Number(subject));
    if (!request) return;
    await recordMergeRequestChange(deps, request, { id, type, actor, changes: data.changes, at: new Date(time) });
    // The merge request was deleted in the meantime: its related data may have been removed before
    // this write.
    if (!(await deps.items.mergeRequests.model.exists({ _id: request._id }))) {
      await deps.diffs.versions.model.deleteMany({ merge_request_id: request._id });
      return removeRelatedData(deps, 'MergeRequest', request._id);
    }
    if (type !== MERGED) return;
    await closeIssuesOfMerge(deps, request._id, id);
    if (data.changes.accepted) await removeSourceBranch(deps, actor ?? 0, request);
  },
};
