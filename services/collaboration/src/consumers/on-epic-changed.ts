import type { EventConsumer } from '@forgemesh/events';
import { type EpicsDeps, recordEpicChange } from '#items/epics';
import { removeRelatedData } from '#consumers/deletions/remove-related-data';
import type { DeletionsDeps } from '#consumers/deletions/deps';

const events = [
  'collaboration.epic.created',
  'collaboration.epic.updated',
  'collaboration.epic.closed',
  'collaboration.epic.reopened',
] as const;

/** Writes the notes and resource events of a change in case a crash interrupted the request. */
export const onEpicChanged: EventConsumer<(typeof events)[number], EpicsDeps & DeletionsDeps> = {
  name: 'collaboration-epic-notes',
  events,
  from: 'all',
  async handle({ id, type, actor, subject, time, data }, deps) {
    const epic = { _id: Number(subject), group_id: data.entity.group_id };
    // A new epic without labels has nothing to record.
    if (type.endsWith('.created') && data.changes.initial === undefined) return;
    const exists = () => deps.items.epics.model.exists({ _id: epic._id });
    if (!(await exists())) return;
    await recordEpicChange(deps, epic, { id, actor, changes: data.changes, at: new Date(time) });
    // The epic was deleted in the meantime: its related data may have been removed before this
    // write.
    if (!(await exists())) await removeRelatedData(deps, 'Epic', epic._id);
  },
};
