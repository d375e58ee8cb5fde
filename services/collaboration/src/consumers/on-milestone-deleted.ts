import type { EventConsumer } from '@forgemesh/kit';
import { takeMilestone } from '../milestones/replace-milestone';
import type { Collaboration } from '../service';

/** Takes a milestone that is gone from its items; where another one replaces it, they get that one. */
export const onMilestoneDeleted: EventConsumer<Collaboration> = {
  name: 'collaboration-items-of-removed-milestones',
  events: ['collaboration.milestone.deleted'],
  from: 'all',
  async handle({ subject, data }, deps) {
    const { replaced_by_id: replacement } = data.changes as { replaced_by_id?: number };
    await takeMilestone(deps, Number(subject), replacement ?? null);
  },
};
