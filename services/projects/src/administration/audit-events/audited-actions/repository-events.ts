/** Audited actions of the events of the repository service. */
import type { EventEntity } from '@forgemesh/events';
import {
  actionsOf,
  INSTANCE,
  LIFECYCLE,
  type Lifecycle,
  lifecycleAction,
  ownedObjectReader,
  projectEntity,
  type Reader,
  type Readers,
  readersFor,
  toLabel,
} from './action-builders';

type ProtectionType = `repository.protected_branch.${Lifecycle}` | `repository.protected_tag.${'created' | 'deleted'}`;

function protectionReader(object: string, targetType: string): Reader<ProtectionType> {
  return (event) => {
    const { id, project_id: projectId, name: pattern } = event.data.entity;
    const target = { target_id: Number(id), target_type: targetType, target_details: toLabel(pattern) };
    if (event.type !== 'repository.protected_branch.updated')
      return actionsOf(projectEntity(projectId), target, [lifecycleAction(event, object)]);
    const levels = (value: { access_level: number }[]): string =>
      value.map(({ access_level }) => access_level).join(', ');
    const { push_access_levels, merge_access_levels } = event.data.changes;
    const changes = { push_access_levels, merge_access_levels };
    const actions = Object.entries(changes).flatMap(([field, change]) =>
      change ? { change: field.replaceAll('_', ' '), from: levels(change.from), to: levels(change.to) } : [],
    );
    return actionsOf(projectEntity(projectId), target, actions);
  };
}

type DeletedRepositoryType = `repository.deleted_repository.${'restored' | 'removal_started'}`;

/** The repository of a deleted project, which no longer has an audit log of its own. */
function deletedRepositoryReader(message: string): Reader<DeletedRepositoryType> {
  return (event) => {
    const { project_id: projectId, path_with_namespace: path, restored_to_project_id: restoredTo } = event.data.entity;
    const target = { target_id: Number(projectId), target_type: 'Project', target_details: toLabel(path) };
    const auditedEntity = restoredTo !== null ? projectEntity(restoredTo) : INSTANCE;
    return actionsOf(auditedEntity, target, [{ custom_message: message }]);
  };
}

/** Readers by event type. */
export const repositoryReaders: Readers = {
  ...readersFor('repository.protected_branch', LIFECYCLE, protectionReader('protected_branch', 'ProtectedBranch')),
  ...readersFor('repository.protected_tag', ['created', 'deleted'], protectionReader('protected_tag', 'ProtectedTag')),
  ...readersFor(
    'repository.deleted_repository',
    ['restored'],
    deletedRepositoryReader('Repository of a deleted project restored'),
  ),
  ...readersFor(
    'repository.deleted_repository',
    ['removal_started'],
    deletedRepositoryReader('Repository of a deleted project removed'),
  ),
  ...readersFor(
    'repository.trigger',
    LIFECYCLE,
    ownedObjectReader<EventEntity<'repository.trigger.updated'>>(
      'trigger',
      'Trigger',
      ({ description }) => description,
    ),
  ),
};
