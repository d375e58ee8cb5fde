import type { EventConsumer } from '@forgemesh/events';
import { scheduleMeasurements } from '#maintenance/statistics';
import { repositoryKey } from '#storage';
import type { RepositoryConsumersDeps } from './deps';

/** Schedules measurements after pushes and housekeeping. */
export const onRepositoryChanged: EventConsumer<
  | 'repository.push.received'
  | 'repository.wiki_push.received'
  | 'repository.housekeeping.completed'
  | 'repository.housekeeping.failed',
  RepositoryConsumersDeps
> = {
  name: 'repository-measurements',
  events: [
    'repository.push.received',
    'repository.wiki_push.received',
    'repository.housekeeping.completed',
    'repository.housekeeping.failed',
  ],
  from: 'new',
  acrossRequests: true,
  async handleAll(events, deps) {
    const changed = events.flatMap(({ data }) => {
      const { project_id, storage } = data.entity;
      const kinds = 'repository' in data.entity ? [data.entity.repository] : (['project', 'wiki'] as const);
      return kinds.map((kind) => repositoryKey(project_id, storage, kind));
    });
    await scheduleMeasurements(deps, changed);
  },
};
