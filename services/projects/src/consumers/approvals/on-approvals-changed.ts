import type { EventConsumer } from '@forgemesh/events';
import { storeRequiredApprovals } from '#projects/projects/settings/required-approvals';
import type { Projects } from '#deps';

/** Stores the number of required approvals of a project for display. The newest version wins. */
export const onApprovalsChanged: EventConsumer<'approvals.project.updated', Projects> = {
  name: 'projects-approvals',
  events: ['approvals.project.updated'],
  from: 'all',
  async handle({ subject, data: { entity, version } }, deps) {
    const { approvals_before_merge } = entity;
    await storeRequiredApprovals(deps, Number(subject), { approvals_before_merge, version });
  },
};
