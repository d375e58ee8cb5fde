import type { EventConsumer } from '@forgemesh/kit';
import { takeFromItems } from '../labels/replace-label';
import type { Collaboration } from '../service';

/** Takes a label that is gone from its items; where another one replaces it, they get that one. */
export const onLabelDeleted: EventConsumer<Collaboration> = {
  name: 'collaboration-items-of-removed-labels',
  events: ['collaboration.label.deleted'],
  from: 'all',
  async handle({ subject, data }, deps) {
    const { replaced_by_id: replacement } = data.changes as { replaced_by_id?: number };
    await takeFromItems(deps, Number(subject), replacement ?? null);
  },
};
