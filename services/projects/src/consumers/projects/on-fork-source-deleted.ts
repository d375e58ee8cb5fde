import { forEachMatching, type EntityStore } from '@forgemesh/data';
import type { EventConsumer } from '@forgemesh/events';
import { unlinkFork } from '#projects/creation';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of the consumer. */
export interface OnForkSourceDeletedDeps {
  projects: EntityStore<ProjectDocument>;
}

/** Unlinks the forks of a deleted project. The forks remain. */
export const onForkSourceDeleted: EventConsumer<'projects.project.deleted', OnForkSourceDeletedDeps> = {
  name: 'projects-forks-of-removed',
  events: ['projects.project.deleted'],
  from: 'all',
  async handle({ subject, actor }, deps) {
    const sourceId = Number(subject);
    await forEachMatching(deps.projects.model, { forked_from_project_id: sourceId }, ({ _id: id }) =>
      unlinkFork(deps, id, { sourceId, actor, leavesNetwork: false }),
    );
  },
};
