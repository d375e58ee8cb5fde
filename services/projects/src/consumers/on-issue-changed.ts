import type { EventConsumer } from '@forgemesh/kit';
import type { Projects } from '../service';

/** Counts the open issues of a project after each change that may add or take one. */
export const onIssueChanged: EventConsumer<Projects> = {
  name: 'projects-open-issue-counts',
  events: ['created', 'updated', 'closed', 'reopened', 'deleted'].map((verb) => `collaboration.issue.${verb}`),
  from: 'all',
  async handle({ type, data }, deps) {
    // What else is changed of an issue does not count.
    if (type === 'collaboration.issue.updated' && !data.changes['confidential']) return;
    const { project_id: id } = data.entity as { project_id: number };
    await deps.recountOpenIssues(id);
  },
};
