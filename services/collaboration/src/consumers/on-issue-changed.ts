import type { EventConsumer } from '@forgemesh/events';
import { recordIssueChange } from '../items/issues/change-issue';
import type { Collaboration } from '../deps';
import { removeBelongings } from './remove-belongings';

const events = [
  'collaboration.issue.created',
  'collaboration.issue.updated',
  'collaboration.issue.closed',
  'collaboration.issue.reopened',
] as const;

/** Writes the notes and resource events of a change that a crash left unwritten. */
export const onIssueChanged: EventConsumer<(typeof events)[number], Collaboration> = {
  name: 'collaboration-issue-notes',
  events,
  from: 'all',
  async handle({ id, type, actor, subject, time, data }, deps) {
    const issue = { _id: Number(subject), project_id: data.entity.project_id };
    // Most new items have neither labels nor a milestone.
    if (type.endsWith('.created') && data.changes.initial === undefined) return;
    const isThere = () => deps.issues.model.exists({ _id: issue._id });
    if (!(await isThere())) return;
    await recordIssueChange(deps, issue, { id, actor, changes: data.changes, at: new Date(time) });
    // Removed meanwhile: what hung on it may have gone before this was written.
    if (!(await isThere())) await removeBelongings(deps, 'Issue', issue._id);
  },
};
