import type { EventConsumer } from '@forgemesh/kit';
import { recordIssueChange } from '../issues/change-issue';
import type { Collaboration } from '../service';

/** Writes the notes of a change that whoever made it did not come to write. */
export const onIssueChanged: EventConsumer<Collaboration> = {
  name: 'collaboration-issue-notes',
  events: ['collaboration.issue.updated', 'collaboration.issue.closed', 'collaboration.issue.reopened'],
  from: 'all',
  async handle({ id, type, actor, subject, time, data }, deps) {
    const { project_id } = data.entity as { project_id: number };
    const issue = { _id: Number(subject), project_id };
    if (!(await deps.issues.model.exists({ _id: issue._id }))) return;
    await recordIssueChange(deps, issue, { id, type, actor, changes: data.changes, at: new Date(time) });
  },
};
