import type { EventConsumer } from '@forgemesh/kit';
import { closeIssuesOfMerge, MERGED } from '../merge-requests/closing-issues';
import { recordMergeRequestChange } from '../merge-requests/change-merge-request';
import type { Collaboration } from '../service';

/** Writes the notes and versions of a change that whoever made it did not come to write, and closes what a merge closes. */
export const onMergeRequestChanged: EventConsumer<Collaboration> = {
  name: 'collaboration-merge-request-records',
  events: ['created', 'updated', 'closed', 'reopened', 'merged'].map((what) => `collaboration.merge_request.${what}`),
  from: 'all',
  async handle({ id, type, actor, subject, time, data }, deps) {
    const { iid, project_id } = data.entity as { iid: number; project_id: number };
    const request = { _id: Number(subject), iid, project_id };
    if (!(await deps.mergeRequests.model.exists({ _id: request._id }))) return;
    await recordMergeRequestChange(deps, request, { id, type, actor, changes: data.changes, at: new Date(time) });
    if (type === MERGED) await closeIssuesOfMerge(deps, request._id, id);
  },
};
