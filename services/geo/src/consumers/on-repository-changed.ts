import type { EventConsumer, ForgeEvent } from '@forgemesh/kit';
import { appendEvent, type LogEventType } from '../events/event.model';
import type { Geo } from '../service';

interface ChangedRepository {
  project_id: number;
  /** Of a measurement: which repository. */
  repository?: 'project' | 'wiki';
}

/** Logs repositories that change: pushes at once, and by their measurement also what no push tells of, as forks. */
export const onRepositoryChanged: EventConsumer<Geo> = {
  name: 'geo-repository-log',
  events: ['repository.push.received', 'repository.wiki_push.received', 'repository.repository.measured'],
  from: 'new',
  async handle(event, { events }) {
    const { project_id, repository } = (event as unknown as ForgeEvent<ChangedRepository>).data.entity;
    const isWiki = event.type === 'repository.wiki_push.received' || repository === 'wiki';
    const type: LogEventType = isWiki ? 'wiki_changed' : 'repository_changed';
    await appendEvent(events, { event_id: event.id, type, project_id, at: new Date(event.time) });
  },
};
