import type { EventConsumer } from '@forgemesh/events';
import type { Projects } from '../../deps';

/**
 * Counts the stars of a project again: the count that followed the change may have been cut off.
 */
export const onStarChanged: EventConsumer<'projects.star.created' | 'projects.star.deleted', Projects> = {
  name: 'projects-star-counts',
  events: ['projects.star.created', 'projects.star.deleted'],
  from: 'all',
  async handle({ data }, deps) {
    const { project_id: id } = data.entity;
    await deps.recountStars(id);
  },
};
