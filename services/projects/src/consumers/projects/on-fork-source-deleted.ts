import { forEachMatching } from '@forgemesh/data';
import type { EventConsumer } from '@forgemesh/events';
import { unlinkFork } from '#projects/projects/unlink-fork';
import type { Projects } from '#deps';

/** Unlinks the forks of a deleted project. The forks remain. */
export const onForkSourceDeleted: EventConsumer<'projects.project.deleted', Projects> = {
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
