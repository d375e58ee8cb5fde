import type { EventConsumer } from '@forgemesh/events';
import { markDue } from '../../maintenance/statistics/mark-due';
import { placeOf } from '../../storage/repository-location';
import type { Repositories } from '../../deps';

/** Has repositories measured anew after pushes and upkeep. */
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
      return kinds.map((kind) => placeOf(project_id, storage, kind));
    });
    const each = new Map(changed.map((place) => [`${place.project_id} ${place.kind}`, place]));
    for (const place of each.values()) await markDue(deps, place);
  },
};
