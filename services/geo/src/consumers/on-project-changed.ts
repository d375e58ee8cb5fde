import type { EventConsumer, ForgeEvent } from '@forgemesh/events';
import { appendEvent, type LogEventType } from '../events/event.model';
import { isFollowed } from '../nodes/is-followed';
import type { Geo } from '../deps';

const types: Record<string, LogEventType> = {
  'projects.project.created': 'project_changed',
  'projects.project.updated': 'project_changed',
  'projects.project.deleted': 'project_removed',
};
/** Of the changes of a project those that its repository shows. */
const shown = ['default_branch', 'import_status'];

/** Logs projects that come, change their repository or go. */
export const onProjectChanged: EventConsumer<Geo> = {
  name: 'geo-project-log',
  events: Object.keys(types),
  from: 'new',
  async handle(event, deps) {
    const { entity, changes } = (event as unknown as ForgeEvent<{ id: number }>).data;
    if (event.type === 'projects.project.updated' && !shown.some((name) => name in changes)) return;
    if (!(await isFollowed(deps))) return;
    const type = types[event.type] as LogEventType;
    await appendEvent(deps.events, { event_id: event.id, type, project_id: entity.id, at: new Date(event.time) });
  },
};
