import type { EventConsumer } from '@forgemesh/kit';
import type { Projects } from '../service';

/** Keeps how many approvals merge requests into a project need, for display. The newer configuration wins. */
export const onApprovalsChanged: EventConsumer<Projects> = {
  name: 'projects-approvals',
  events: ['approvals.project.updated'],
  from: 'all',
  async handle({ subject, data }, { projects }) {
    const { approvals_before_merge } = data.entity as { approvals_before_merge: number };
    await projects.mutate(Number(subject), ({ approvals_version: known = 0 }) =>
      known >= data.version ? null : { set: { approvals_before_merge, approvals_version: data.version } },
    );
  },
};
