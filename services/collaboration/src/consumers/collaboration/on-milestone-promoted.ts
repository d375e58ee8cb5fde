import type { EventConsumer } from '@forgemesh/events';
import { type MilestonesDeps, replaceSameTitledMilestones } from '#planning/milestones';

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
