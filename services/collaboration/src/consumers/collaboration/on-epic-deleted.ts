import type { EventConsumer } from '@forgemesh/events';
import type { ModelDeps } from '#items/model';

/** Removes a deleted epic from its issues and child epics. Their `updated_at` does not change. */
export const onEpicDeleted: EventConsumer<'collaboration.epic.deleted', ModelDeps> = {
  name: 'collaboration-below-removed-epics',
  events: ['collaboration.epic.deleted'],
  from: 'all',
  async handle({ subject }, { items: { issues, epics } }) {
    const id = Number(subject);
    const next = { $inc: { version: 1 } };
    await issues.model.updateMany({ epic_id: id }, { $set: { epic_id: null }, ...next });
    await epics.model.updateMany({ parent_id: id }, { $set: { parent_id: null }, ...next });
  },
};
