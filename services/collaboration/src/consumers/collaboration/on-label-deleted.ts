import type { EventConsumer } from '@forgemesh/events';
import { type BoardsDeps, removeFromBoards } from '#planning/boards';
import type { LabelsDeps } from '#planning/labels';

/** Removes a deleted label from its items and boards, or replaces it by its replacement. */
export const onLabelDeleted: EventConsumer<
  'collaboration.label.deleted',
  BoardsDeps & Pick<LabelsDeps, 'plannedItems'>
> = {
  name: 'collaboration-items-of-removed-labels',
  events: ['collaboration.label.deleted'],
  from: 'all',
  async handle({ subject, data }, deps) {
    const { replaced_by_id: replacement } = data.changes;
    await deps.plannedItems.replaceLabel(Number(subject), replacement ?? null);
    await removeFromBoards(deps, 'label_id', Number(subject), replacement);
  },
};
