import type { EventConsumer } from '@forgemesh/events';
import { setAside } from '#storage/deleted-repositories';
import type { ProjectConsumersDeps } from './deps';

/**
 * Moves the repositories of a deleted project to the deleted repositories and removes all other
 * data of the project.
 */
export const onProjectDeleted: EventConsumer<'projects.project.deleted', ProjectConsumersDeps> = {
  name: 'repository-project-removal',
  events: ['projects.project.deleted'],
  from: 'all',
  isDeleted: async ({ subject }, { clients }) => {
    const project = { $case: 'project_id' as const, value: Number(subject) };
    return !(await clients.existence.getExistence({ subject: project })).exists;
  },
  async handle(event, deps) {
    const { id: project_id, repository_storage, path_with_namespace } = event.data.entity;
    const storage = repository_storage ?? '';
    const project = { project_id, storage, path_with_namespace };
    const { actor: deleted_by_id, time } = event;
    if (deps.storages.serves(storage)) await setAside(deps, { ...project, deleted_at: new Date(time), deleted_by_id });
    else
      await deps.clients.storage.setAsideRepository({
        ...project,
        deleted_at: time,
        deleted_by_id: deleted_by_id ?? undefined,
      });
  },
};
