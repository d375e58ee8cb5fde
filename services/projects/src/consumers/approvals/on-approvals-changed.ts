import type { EventConsumer } from '@forgemesh/events';
import type { EntityStore } from '@forgemesh/data';
import { storeRequiredApprovals } from '#projects/lifecycle';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of the consumer. */
export interface OnApprovalsChangedDeps {
  projects: EntityStore<ProjectDocument>;
}

/** Stores the number of required approvals of a project for display. The newest version wins. */
export const onApprovalsChanged: EventConsumer<'approvals.project.updated', OnApprovalsChangedDeps> = {
  name: 'projects-approvals',
  events: ['approvals.project.updated'],
  from: 'all',
  async handle({ subject, data: { entity, version } }, deps) {
    const { approvals_before_merge } = entity;
    await storeRequiredApprovals(deps, Number(subject), { approvals_before_merge, version });
  },
};
