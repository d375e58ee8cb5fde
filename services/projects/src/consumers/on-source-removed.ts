import type { EventConsumer } from '@forgemesh/kit';
import { unlinkFork } from '../forks/unlink-fork';
import type { Projects } from '../service';

const BATCH = 100;

/** The forks of a project that is gone stay, without a source. */
export const onSourceRemoved: EventConsumer<Projects> = {
  name: 'projects-forks-of-removed',
  events: ['projects.project.deleted'],
  from: 'all',
  async handle({ subject, actor }, deps) {
    const sourceId = Number(subject);
    for (;;) {
      const forks = await deps.projects.model
        .find({ forked_from_project_id: sourceId }, { _id: 1 })
        .limit(BATCH)
        .lean<{ _id: number }[]>();
      for (const { _id: id } of forks) await unlinkFork(deps, id, { sourceId, actor, leavesNetwork: false });
      if (forks.length < BATCH) return;
    }
  },
};
