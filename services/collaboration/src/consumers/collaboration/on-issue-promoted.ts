import type { EventConsumer } from '@forgemesh/events';
import { finalizePromotion } from '#items/promotions';
import type { EpicsDeps } from '#items/epics';

/** Completes a promotion that a crash interrupted. */
export const onIssuePromoted: EventConsumer<'collaboration.epic.created', EpicsDeps> = {
  name: 'collaboration-promotions',
  events: ['collaboration.epic.created'],
  from: 'all',
  async handle({ subject, actor, data }, deps) {
    if (data.changes.promoted_from_id === undefined) return;
    const epic = await deps.items.epics.find(Number(subject));
    if (epic) await finalizePromotion(deps, epic, actor ?? 0);
  },
};
