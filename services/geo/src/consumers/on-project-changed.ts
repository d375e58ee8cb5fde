import { typesOf, type EventConsumer, type EventType } from '@forgemesh/events';
import { appendEvent, type LogEventType } from '#replication/events';
import { hasSecondaries } from '#nodes';
import type { ConsumersDeps } from './deps';

const types = {
  'projects.project.created': 'project_changed',
  'projects.project.updated': 'project_changed',
  'projects.project.deleted': 'project_removed',
} as const satisfies Partial<Record<EventType, LogEventType>>;
/** Fields on which the repository of a project, or its place in selections, depends. */
const replicatedFields = ['default_branch', 'import_status', 'namespace_id'];

/** Logs projects that were created or deleted, and changes that concern their repository. */
export const onProjectChanged: EventConsumer<keyof typeof types, ConsumersDeps> = {
  name: 'geo-project-log',
  events: typesOf(types),
  from: 'new',
  async handle(event, deps) {
    const { changes } = event.data;
    if (event.type === 'projects.project.updated' && !replicatedFields.some((name) => name in changes)) return;
    if (!(await hasSecondaries(deps))) return;
    const type = types[event.type];
    await appendEvent(deps.events, {
      event_id: event.id,
      type,
      project_id: Number(event.subject),
      at: new Date(event.time),
    });
  },
};
