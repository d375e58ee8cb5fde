import type { EventConsumer } from '@forgemesh/events';
import type { EntityStore } from '@forgemesh/data';
import { restrictForkVisibility, restrictToSourceVisibility } from '#projects/forks';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of the consumer. */
export interface OnVisibilityChangedDeps {
  projects: EntityStore<ProjectDocument>;
}

/** Restricts the visibility of forks to that of their sources. */
export const onVisibilityChanged: EventConsumer<
  'projects.project.created' | 'projects.project.updated',
  OnVisibilityChangedDeps
> = {
  name: 'projects-visibility-of-forks',
  events: ['projects.project.created', 'projects.project.updated'],
  from: 'all',
  async handle(event, deps) {
    const { subject, actor } = event;
    if (event.type === 'projects.project.updated' && !event.data.changes.visibility) return;
    const id = Number(subject);
    await restrictToSourceVisibility(deps, id, actor);
    await restrictForkVisibility(deps, id, actor);
  },
};
