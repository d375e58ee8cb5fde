import type { EventConsumer } from '@forgemesh/events';
import { replaceSameTitledMilestones } from '#planning/milestones/replace-milestone';
import type { MilestonesDeps } from '#planning/milestones/deps';

/** Completes a promotion that a crash interrupted. */
export const onMilestonePromoted: EventConsumer<'collaboration.milestone.promoted', MilestonesDeps> = {
  name: 'collaboration-milestone-promotions',
  events: ['collaboration.milestone.promoted'],
  from: 'all',
  async handle({ subject, actor }, deps) {
    const milestone = await deps.planning.milestones.find(Number(subject));
    if (milestone) await replaceSameTitledMilestones(deps, milestone, actor ?? 0);
  },
};
