import type { EventConsumer } from '@forgemesh/events';
import type { Recount } from '#projects/model';

/** Dependencies of the consumer. */
export interface OnForkChangedDeps {
  /** Recounts the forks of a project; false if the project does not exist. */
  recountForks: Recount<boolean>;
}

/** Recounts the forks of a project, in case a crash interrupted the count after a change. */
export const onForkChanged: EventConsumer<'projects.project.updated' | 'projects.project.deleted', OnForkChangedDeps> =
  {
    name: 'projects-fork-counts',
    events: ['projects.project.updated', 'projects.project.deleted'],
    from: 'all',
    async handle(event, deps) {
      const { entity, changes } = event.data;
      const { forked_from_project_id: change } = changes;
      const isDeleted = event.type === 'projects.project.deleted';
      const ids = isDeleted ? [entity.forked_from_project?.id] : [change?.from, change?.to];
      for (const id of ids) if (typeof id === 'number') await deps.recountForks(id);
    },
  };
