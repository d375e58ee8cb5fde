import type { EventConsumer } from '@forgemesh/events';
import { narrowForks, narrowToSource } from '../../projects/forks/narrow-forks';
import type { Projects } from '../../deps';

/** Keeps forks from opening further than their sources. */
export const onVisibilityChanged: EventConsumer<'projects.project.created' | 'projects.project.updated', Projects> = {
  name: 'projects-visibility-of-forks',
  events: ['projects.project.created', 'projects.project.updated'],
  from: 'all',
  async handle({ type, subject, actor, data }, deps) {
    const { visibility } = (data.changes ?? {}) as { visibility?: unknown };
    if (type === 'projects.project.updated' && visibility === undefined) return;
    const id = Number(subject);
    await narrowToSource(deps, id, actor);
    await narrowForks(deps, id, actor);
  },
};
