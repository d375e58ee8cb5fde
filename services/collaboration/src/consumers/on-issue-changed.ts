import type { EventConsumer } from '@forgemesh/events';
import { recordIssueChange } from '../items/issues/changes/change-issue';
import type { Collaboration } from '../deps';
import { removeRelatedData } from './remove-related-data';

const events = [
  'collaboration.issue.created',
  'collaboration.issue.updated',
  'collaboration.issue.closed',
  'collaboration.issue.reopened',
] as const;

/** Writes the notes and resource events of a change in case a crash interrupted the request. */
export const onIssueChanged: EventConsumer<(typeof events)[number], Collaboration> = {
  name: 'collaboration-issue-notes',
  events,
  from: 'all',
  async handle({ id, type, actor, subject, time, data }, deps) {
    const issue = { _id: Number(subject), project_id: data.entity.project_id };
    // A new issue without labels and milestone has nothing to record.
    if (type.endsWith('.created') && data.changes.initial === undefined) return;
    const exists = () => deps.issues.model.exists({ _id: issue._id });
    if (!(await exists())) return;
    await recordIssueChange(deps, issue, { id, actor, changes: data.changes, at: new Date(time) });
    // The issue was deleted in the meantime: its related data may have been removed before this
    // write.
    if (!(await exists())) await removeRelatedData(deps, 'Issue', issue._id);
  },
};
