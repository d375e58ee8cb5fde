import type { EventConsumer, ForgeEvent } from '@forgemesh/events';
import { appendEvent, type NewLogEvent } from '#replication/events';
import { hasSecondaries } from '#nodes';
import type { ConsumersDeps } from './deps';

/** Events of changed repositories. */
type RepositoryEvent = 'repository.push.received' | 'repository.wiki_push.received' | 'repository.repository.measured';

/**
 * Logs changed repositories. Pushes are logged immediately; measurements also cover changes without
 * a push, such as forks.
 */
export const onRepositoryChanged: EventConsumer<RepositoryEvent, ConsumersDeps> = {
  name: 'geo-repository-log',
  events: ['repository.push.received', 'repository.wiki_push.received', 'repository.repository.measured'],
  from: 'new',
  acrossRequests: true,
  async handleAll(events, deps) {
    if (!(await hasSecondaries(deps))) return;
    const entries = events.map(entryOf);
    // One entry per repository, however many refs changed: a replica is compared as a whole.
    for (const entry of new Map(entries.map((one) => [`${one.project_id} ${one.type}`, one])).values())
      await appendEvent(deps.events, entry);
  },
};

function entryOf(event: ForgeEvent<RepositoryEvent>): NewLogEvent {
  const { project_id, repository } = event.data.entity;
  const isWiki = event.type === 'repository.wiki_push.received' || repository === 'wiki';
  const type = isWiki ? 'wiki_changed' : 'repository_changed';
  return { event_id: event.id, type, project_id, at: new Date(event.time) };
}
