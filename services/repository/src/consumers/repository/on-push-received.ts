import type { EventConsumer } from '@forgemesh/events';
import type { Repositories } from '../../deps';

/** Remembers that a repository changed, so that it is tidied later. */
export const onPushReceived: EventConsumer<'repository.push.received' | 'repository.wiki_push.received', Repositories> =
  {
    name: 'repository-upkeep',
    events: ['repository.push.received', 'repository.wiki_push.received'],
    from: 'new',
    async handle(event, { upkeep, storages, clients }) {
      const { project_id, storage, repository } = event.data.entity;
      // What has left is tidied where it is now.
      if (storages.hasLeft(project_id, storage)) return;
      if (storages.serves(storage)) upkeep.touch(storages.locate(project_id, storage, repository).repo);
      else await clients.storage.optimizeRepository({ project_id, storage, wiki: repository === 'wiki' });
    },
  };
