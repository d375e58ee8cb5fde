import type { EventConsumer } from '@forgemesh/events';
import { type BoardsDeps, removeFromBoards } from '#planning/boards';
import type { LabelsDeps } from '#planning/labels';

/** Removes a deleted milestone from its items and boards, or replaces it by its replacement. */
export const onMilestoneDeleted: EventConsumer<
  'collaboration.milestone.deleted',
  BoardsDeps & Pick<LabelsDeps, 'plannedItems'>
> = {
  name: 'collaboration-items-of-removed-milestones',
  events: ['collaboration.milestone.deleted'],
  from: 'all',
  async handle({ subject, data }, deps) {
    const { replaced_by_id: replacement } = data.changes;
    await deps.plannedItems.replaceMilestone(Number(subject), replacement ?? null);
    await removeFromBoards(deps, 'milestone_id', Number(subject), replacement);
  },
};
