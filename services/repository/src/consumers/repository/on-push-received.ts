import type { EventConsumer } from '@forgemesh/events';
import type { RepositoryConsumersDeps } from './deps';

/** Schedules maintenance of a changed repository. */
export const onPushReceived: EventConsumer<
  'repository.push.received' | 'repository.wiki_push.received',
  RepositoryConsumersDeps
> = {
  name: 'repository-upkeep',
  events: ['repository.push.received', 'repository.wiki_push.received'],
  from: 'new',
  async handle(event, { maintenance, storages, clients }) {
    const { project_id, storage, repository } = event.data.entity;
    // Released repositories are maintained on their new storage.
    if (storages.isReleased(project_id, storage)) return;
    if (storages.serves(storage)) maintenance.schedule(storages.locate(project_id, storage, repository).repo);
    else await clients.storage.optimizeRepository({ project_id, storage, wiki: repository === 'wiki' });
  },
};
