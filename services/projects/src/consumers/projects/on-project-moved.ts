import type { EventConsumer } from '@forgemesh/events';
import type { Project } from '@forgemesh/proto/projects/v1/project';
import { settlePlace } from '../../projects/projects/settle-place';
import type { Projects } from '../../deps';

/** What a move or a new path changes. */
interface PlaceChanges {
  namespace_id?: { from: number };
  path_with_namespace?: { from: string };
  path?: { from: string };
}

/** Finishes what a crash cut off between the change of a project's place and the end of its old path. */
export const onProjectMoved: EventConsumer<'projects.project.updated', Projects> = {
  name: 'projects-settle-moved',
  events: ['projects.project.updated'],
  from: 'all',
  async handle({ subject, data }, deps) {
    const { namespace_id: namespace, path_with_namespace: moved, path: renamed } = data.changes as PlaceChanges;
    const parentId = namespace?.from ?? (data.entity as Partial<Project>).namespace?.id;
    const path = renamed?.from ?? moved?.from.slice(moved.from.lastIndexOf('/') + 1);
    if (parentId === undefined || path === undefined) return;
    const project = await deps.projects.find(Number(subject));
    if (project) await settlePlace(deps, project, { parentId, path });
  },
};
