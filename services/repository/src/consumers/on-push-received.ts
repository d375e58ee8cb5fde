import type { EventConsumer, ForgeEvent } from '@forgemesh/kit';
import type { RepositoryKind } from '../git/storage/repository-path';
import type { Repositories } from '../service';

interface PushedRef {
  project_id: number;
  storage: string;
  repository: RepositoryKind;
}

/** Remembers that a repository changed, so that it is tidied later. */
export const onPushReceived: EventConsumer<Repositories> = {
  name: 'repository-upkeep',
  events: ['repository.push.received', 'repository.wiki_push.received'],
  from: 'new',
  handle(event, { upkeep, storages }) {
    const { project_id, storage, repository } = (event as unknown as ForgeEvent<PushedRef>).data.entity;
    upkeep.touch(storages.locate(project_id, storage, repository).repo);
    return Promise.resolve();
  },
};
