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

type ProtectionType = `repository.protected_branch.${Lifecycle}` | `repository.protected_tag.${Lifecycle}`;

/** A role, user or group in the changes of a protection. */
interface ChangedEntry {
  access_level: number | null;
  user_id: number | null;
  group_id: number | null;
}

function protectionReader(object: string, targetType: string): Reader<ProtectionType> {
  return (event) => {
    const { id, project_id: projectId, name: pattern } = event.data.entity;
    const target = { target_id: Number(id), target_type: targetType, target_details: toLabel(pattern) };
    if (event.type !== 'repository.protected_branch.updated' && event.type !== 'repository.protected_tag.updated')
      return actionsOf(projectEntity(projectId), target, [lifecycleAction(event, object)]);
    const actions = Object.entries(event.data.changes).flatMap(([field, change]) =>
      change ? { change: field.replaceAll('_', ' '), from: describe(change.from), to: describe(change.to) } : [],
    );
    return actionsOf(projectEntity(projectId), target, actions);
  };
}

function describe(value: readonly ChangedEntry[] | boolean | null): string {
  if (!Array.isArray(value)) return String(value);
  return (value as ChangedEntry[]).map(describeEntry).join(', ');
}

function describeEntry({ access_level: level, user_id: user, group_id: group }: ChangedEntry): string {
  if (user !== null) return `user ${user}`;
  return group === null ? String(level) : `group ${group}`;
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
  ...readersFor('repository.protected_tag', LIFECYCLE, protectionReader('protected_tag', 'ProtectedTag')),
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
