import type { EventConsumer } from '@forgemesh/events';
import type { RepositoryKind } from '@forgemesh/git-engine';
import { markDue } from '../../maintenance/statistics/mark-due';
import { placeOf } from '../../storage/repository-location';
import type { Repositories } from '../../deps';

interface ChangedRepository {
  project_id: number;
  storage: string;
  /** Absent where both repositories of the project changed. */
  repository?: RepositoryKind;
}

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
      const { project_id, storage, repository } = data.entity as unknown as ChangedRepository;
      const kinds = repository ? [repository] : (['project', 'wiki'] as const);
      return kinds.map((kind) => placeOf(project_id, storage, kind));
    });
    const each = new Map(changed.map((place) => [`${place.project_id} ${place.kind}`, place]));
    for (const place of each.values()) await markDue(deps, place);
  },
};
