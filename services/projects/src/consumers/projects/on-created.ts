import type { EventConsumer } from '@forgemesh/events';
import { finalizeGroup } from '#groups/groups/finalize-group';
import { finalizeProject } from '#projects/projects/new-project';
import type { Projects } from '#deps';

/** Completes the creation of a project or group that a crash interrupted. */
export const onCreated: EventConsumer<'projects.project.created' | 'projects.group.created', Projects> = {
  name: 'projects-settle-created',
  events: ['projects.project.created', 'projects.group.created'],
  from: 'all',
  async handle({ type, subject }, deps) {
    const id = Number(subject);
    if (type === 'projects.project.created') {
      const project = await deps.projects.find(id);
      if (project) await finalizeProject(deps, project);
      return;
    }
    const group = await deps.namespaces.find(id);
    if (group) await finalizeGroup(deps, group);
  },
};
