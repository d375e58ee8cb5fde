import type { EventConsumer, ForgeEvent } from '@forgemesh/kit';
import type { Repositories } from '../service';
import { removeBelongings } from '../storage/remove-belongings';

interface DeletedProject {
  id: number;
  repository_storage?: string;
}

/** Removes all that belongs to a project that is gone. */
export const onProjectDeleted: EventConsumer<Repositories> = {
  name: 'repository-project-removal',
  events: ['projects.project.deleted'],
  from: 'all',
  isGone: async ({ subject }, { clients }) => {
    const project = { $case: 'project_id' as const, value: Number(subject) };
    return !(await clients.existence.getExistence({ subject: project })).exists;
  },
  async handle(event, deps) {
    const { id, repository_storage: storage = '' } = (event as unknown as ForgeEvent<DeletedProject>).data.entity;
    if (deps.storages.serves(storage)) await removeBelongings(deps, id, storage);
    else await deps.clients.bundles.discardRepository({ project_id: id, storage });
  },
};
