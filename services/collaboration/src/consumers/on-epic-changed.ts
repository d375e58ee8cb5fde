import type { EventConsumer } from '@forgemesh/kit';
import { recordEpicChange } from '../epics/change-epic';
import type { Collaboration } from '../service';

/** Writes the notes of a change that whoever made it did not come to write. */
export const onEpicChanged: EventConsumer<Collaboration> = {
  name: 'collaboration-epic-notes',
  events: ['collaboration.epic.updated', 'collaboration.epic.closed', 'collaboration.epic.reopened'],
  from: 'all',
  async handle({ id, type, actor, subject, time, data }, deps) {
    const { group_id } = data.entity as { group_id: number };
    const epic = { _id: Number(subject), group_id };
    if (!(await deps.epics.model.exists({ _id: epic._id }))) return;
    await recordEpicChange(deps, epic, { id, type, actor, changes: data.changes, at: new Date(time) });
  },
};
