import type { EventConsumer } from '@forgemesh/events';
import { scheduleMeasurement } from '../../maintenance/statistics/schedule-measurement';
import { repositoryKey } from '../../storage/repository-location';
import type { Repositories } from '../../deps';

/** Schedules measurements after pushes and housekeeping. */
export const onRepositoryChanged: EventConsumer<
  | 'repository.push.received'
  | 'repository.wiki_push.received'
  | 'repository.housekeeping.completed'
  | 'repository.housekeeping.failed',
  Repositories
> = {
  name: 'repository-measurements',
  events: [
    'repository.push.received',
    'repository.wiki_push.received',
    'repository.housekeeping.completed',
    'repository.housekeeping.failed',
  ],
  from: 'new',
  async handleAll(events, deps) {
    const changed = events.flatMap(({ data }) => {
      const { project_id, storage } = data.entity;
      const kinds = 'repository' in data.entity ? [data.entity.repository] : (['project', 'wiki'] as const);
      return kinds.map((kind) => repositoryKey(project_id, storage, kind));
    });
    const byKey = new Map(changed.map((key) => [`${key.project_id} ${key.kind}`, key]));
    for (const key of byKey.values()) await scheduleMeasurement(deps, key);
  },
};
