import type { EventConsumer } from '@forgemesh/events';
import type { Recount } from '#projects/model';

/** Dependencies of the consumer. */
export interface OnStarChangedDeps {
  recountStars: Recount<void>;
}

/** Recounts the stars of a project, in case a crash interrupted the count after a change. */
export const onStarChanged: EventConsumer<'projects.star.created' | 'projects.star.deleted', OnStarChangedDeps> = {
  name: 'projects-star-counts',
  events: ['projects.star.created', 'projects.star.deleted'],
  from: 'all',
  async handle({ data }, deps) {
    const { project_id: id } = data.entity;
    await deps.recountStars(id);
  },
};
