import type { EventConsumer } from '@forgemesh/events';
import type { Collaboration } from '../../deps';

/** Removes the boards of a deleted project or group. */
export const onBoardOwnerDeleted: EventConsumer<'projects.project.deleted' | 'projects.group.deleted', Collaboration> =
  {
    name: 'collaboration-boards-of-removed',
    events: ['projects.project.deleted', 'projects.group.deleted'],
    from: 'all',
    isDeleted: async ({ type, subject }, { clients }) => {
      const $case = type === 'projects.project.deleted' ? ('project_id' as const) : ('group_id' as const);
      return !(await clients.existence.getExistence({ subject: { $case, value: Number(subject) } })).exists;
    },
    async handle({ type, subject }, { boards }) {
      const id = Number(subject);
      await boards.model.deleteMany(type === 'projects.project.deleted' ? { project_id: id } : { group_id: id });
    },
  };
