import type { EventConsumer } from '@forgemesh/events';
import type { EntityStore } from '@forgemesh/data';
import type { GroupCreation } from '#groups/lifecycle';
import type { NamespaceDocument } from '#namespaces';
import type { ProjectCreation } from '#projects/creation';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of the consumer. */
export interface OnCreatedDeps {
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  /** Creates and moves projects. */
  projectCreation: ProjectCreation;
  /** Creates groups. */
  groupCreation: GroupCreation;
}

/** Completes the creation of a project or group that a crash interrupted. */
export const onCreated: EventConsumer<'projects.project.created' | 'projects.group.created', OnCreatedDeps> = {
  name: 'projects-settle-created',
  events: ['projects.project.created', 'projects.group.created'],
  from: 'all',
  async handle({ type, subject }, deps) {
    const id = Number(subject);
    if (type === 'projects.project.created') {
      const project = await deps.projects.find(id);
      if (project) await deps.projectCreation.finalize(project);
      return;
    }
    const group = await deps.namespaces.find(id);
    if (group) await deps.groupCreation.finalize(group);
  },
};
