import type { EventConsumer } from '@forgemesh/events';
import { type DiscussionsDeps, recordResolution } from '#discussion/discussions';

/** Writes the note that all threads are resolved in case the request crashed before it did so. */
export const onNoteResolved: EventConsumer<'collaboration.note.updated', DiscussionsDeps> = {
  name: 'collaboration-resolved-threads',
  events: ['collaboration.note.updated'],
  from: 'all',
  async handle({ subject, actor, time, data }, deps) {
    if (!data.changes.resolved) return;
    const note = await deps.notes.find(Number(subject));
    if (!note) return;
    const { noteable_type: type, noteable_id: id, project_id, group_id } = note;
    const target = { type, id, project_id, group_id };
    await recordResolution(deps, target, { actor: actor ?? 0, at: new Date(time) });
  },
};
