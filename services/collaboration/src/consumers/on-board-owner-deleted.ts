import type { EventConsumer } from '@forgemesh/kit';
import type { Collaboration } from '../service';

/** Removes the boards of a deleted project or group. */
export const onBoardOwnerDeleted: EventConsumer<Collaboration> = {
  name: 'collaboration-boards-of-removed',
  events: ['projects.project.deleted', 'projects.group.deleted'],
  from: 'all',
  async handle({ type, subject }, { boards }) {
    const id = Number(subject);
    await boards.model.deleteMany(type === 'projects.project.deleted' ? { project_id: id } : { group_id: id });
  },
};
