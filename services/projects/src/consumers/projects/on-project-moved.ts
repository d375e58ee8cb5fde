import type { EventConsumer } from '@forgemesh/events';
import type { EntityStore } from '@forgemesh/data';
import type { ProjectCreation } from '#projects/creation';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of the consumer. */
export interface OnProjectMovedDeps {
  projects: EntityStore<ProjectDocument>;
  /** Creates and moves projects. */
  projectCreation: ProjectCreation;
}

/** Completes the move or rename of a project that a crash interrupted. */
export const onProjectMoved: EventConsumer<'projects.project.updated', OnProjectMovedDeps> = {
  name: 'projects-settle-moved',
  events: ['projects.project.updated'],
  from: 'all',
  async handle({ subject, data }, deps) {
    const { namespace_id: namespace, path_with_namespace: moved, path: renamed } = data.changes;
    const parentId = namespace?.from ?? data.entity.namespace?.id;
    const path = renamed?.from ?? moved?.from.slice(moved.from.lastIndexOf('/') + 1);
    if (parentId === undefined || path === undefined) return;
    const project = await deps.projects.find(Number(subject));
    if (project) await deps.projectCreation.finalizeMove(project, { parentId, path });
  },
};
