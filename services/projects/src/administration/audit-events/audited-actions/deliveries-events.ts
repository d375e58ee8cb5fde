/** Audited actions of webhooks and integrations. Earlier releases published them as projects. */
import type { EventEntity } from '@forgemesh/events';
import {
  actionsOf,
  fieldActions,
  INSTANCE,
  isCascade,
  LIFECYCLE,
  type Lifecycle,
  lifecycleAction,
  originOf,
  ownedObjectReader,
  projectEntity,
  type Reader,
  type Readers,
  readersFor,
  verbOf,
} from './action-builders';

const hookFields: Record<string, string> = {
  enable_ssl_verification: 'SSL verification',
  push_events_branch_filter: 'push events branch filter',
  ...Object.fromEntries(
    [
      ...['push_events', 'issues_events', 'confidential_issues_events', 'merge_requests_events', 'tag_push_events'],
      ...['note_events', 'confidential_note_events', 'job_events', 'pipeline_events', 'wiki_page_events'],
      ...['repository_update_events'],
    ].map((field) => [field, field.replaceAll('_', ' ')]),
  ),
};

type Publisher = 'deliveries' | 'projects';

/** A project hook, or a system hook if the event has no project. Events do not contain tokens. */
const readHook: Reader<`${Publisher}.${'hook' | 'system_hook'}.${Lifecycle}`> = (event) => {
  const { entity } = event.data;
  const { id, url } = entity;
  const projectId = 'project_id' in entity ? entity.project_id : undefined;
  if (verbOf(event) === 'deleted' && isCascade(event)) return null;
  const auditedEntity = projectId ? projectEntity(projectId) : INSTANCE;
  const kind = projectId ? 'ProjectHook' : 'SystemHook';
  const target = { target_id: Number(id), target_type: kind, target_details: originOf(url) };
  if (verbOf(event) !== 'updated')
    return actionsOf(auditedEntity, target, [lifecycleAction(event, projectId ? 'project_hook' : 'system_hook')]);
  const actions = fieldActions({ ...event.data.changes }, hookFields);
  // Only the URL or a token has changed.
  return actionsOf(auditedEntity, target, actions.length > 0 ? actions : [{ change: 'hook' }]);
};

const readIntegration = ownedObjectReader<EventEntity<`${Publisher}.integration.updated`>>(
  'integration',
  'Service',
  ({ slug }) => slug,
);

/** Readers by event type. */
export const deliveriesReaders: Readers = {
  ...readersFor('deliveries.hook', LIFECYCLE, readHook),
  ...readersFor('deliveries.system_hook', LIFECYCLE, readHook),
  ...readersFor('deliveries.integration', LIFECYCLE, readIntegration),
  ...readersFor('projects.hook', LIFECYCLE, readHook),
  ...readersFor('projects.system_hook', LIFECYCLE, readHook),
  ...readersFor('projects.integration', LIFECYCLE, readIntegration),
};
