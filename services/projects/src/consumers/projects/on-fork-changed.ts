import type { EventConsumer } from '@forgemesh/events';
import type { Projects } from '../../deps';

/** Counts the forks of a project where a crash came between the change of a fork and the count. */
export const onForkChanged: EventConsumer<'projects.project.updated' | 'projects.project.deleted', Projects> = {
  name: 'projects-fork-counts',
  events: ['projects.project.updated', 'projects.project.deleted'],
  from: 'all',
  async handle({ type, data }, deps) {
    const { forked_from_project: source } = data.entity as { forked_from_project?: { id: number } };
    const { forked_from_project_id: change } = data.changes as {
      forked_from_project_id?: { from: number | null; to: number | null };
    };
    const ids = type === 'projects.project.deleted' ? [source?.id] : [change?.from, change?.to];
    for (const id of ids) if (typeof id === 'number') await deps.recountForks(id);
  },
};
