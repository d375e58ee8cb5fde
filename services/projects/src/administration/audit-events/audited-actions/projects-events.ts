/** Audited actions of the events of this service. */
import type { EventChanges, EventEntity, ForgeEvent } from '@forgemesh/events';
import {
  type Action,
  actionsOf,
  type AuditedAction,
  type AuditedEntity,
  changeAction,
  type Changes,
  entityOf,
  fieldActions,
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
  type Target,
  toLabel,
  toText,
  verbOf,
} from './action-builders';

/** Labels of the audited fields of projects and groups. */
const projectAndGroupFields: Record<string, string> = {
  name: 'name',
  path: 'path',
  path_with_namespace: 'full path',
  namespace_id: 'namespace',
  parent_id: 'parent group',
  visibility: 'visibility',
  default_branch: 'default branch',
  request_access_enabled: 'access requests',
  lfs_enabled: 'large file storage',
  issues_access_level: 'issues access level',
  repository_access_level: 'repository access level',
  merge_requests_access_level: 'merge requests access level',
  wiki_access_level: 'wiki access level',
  builds_access_level: 'builds access level',
  snippets_access_level: 'snippets access level',
  shared_runners_enabled: 'shared runners',
  container_registry_enabled: 'container registry',
  packages_enabled: 'packages',
  public_builds: 'public builds',
  merge_method: 'merge method',
  squash_option: 'squash option',
  only_allow_merge_if_pipeline_succeeds: 'merge only if the pipeline succeeds',
  only_allow_merge_if_all_discussions_are_resolved: 'merge only if all discussions are resolved',
  ci_config_path: 'CI configuration path',
  repository_storage: 'repository storage',
  external_authorization_classification_label: 'external authorization classification label',
  forked_from_project_id: 'fork source',
  import_url: 'import URL',
  mirror: 'pull mirror',
  mirror_user_id: 'mirror user',
  mirror_trigger_builds: 'mirror builds',
  only_mirror_protected_branches: 'mirror protected branches only',
  mirror_overwrites_diverged_branches: 'mirror overwrites diverged branches',
  share_with_group_lock: 'share with group lock',
  emails_disabled: 'disabled emails',
  project_creation_level: 'project creation level',
  subgroup_creation_level: 'subgroup creation level',
  require_two_factor_authentication: 'two-factor authentication requirement',
  two_factor_grace_period: 'two-factor grace period',
  default_branch_protection: 'default branch protection',
};

const roles: Record<number, string> = {
  10: 'Guest',
  20: 'Reporter',
  30: 'Developer',
  40: 'Maintainer',
  50: 'Owner',
};

type SharesChange = NonNullable<EventChanges<'projects.project.updated'>['shared_with_groups']>;

/** Shares with groups that were added, changed or removed. */
function shareActions(auditedEntity: AuditedEntity, { from, to }: SharesChange): AuditedAction[] {
  const target = (id: number): Target => ({ target_id: id, target_type: 'Group', target_details: '' });
  const before = new Map(from.map((share) => [share.group_id, share]));
  const after = new Map(to.map((share) => [share.group_id, share]));
  const actionOf = (id: number): Action | null => {
    const [old, now] = [before.get(id), after.get(id)];
    const as = roles[now?.group_access ?? 0] ?? '';
    if (!old) return { add: 'project_group_link', as };
    if (!now) return { remove: 'project_group_link' };
    if (old.group_access === now.group_access) return null;
    return { change: 'group access level', from: roles[old.group_access] ?? null, to: as };
  };
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const action = actionOf(id);
    return action ? actionsOf(auditedEntity, target(id), [action]) : [];
  });
}

type ProjectOrGroupChanges = EventChanges<'projects.project.updated'> | EventChanges<'projects.group.updated'>;

/** Creation, change or deletion of a project or group. */
function projectOrGroupActions(
  event: ForgeEvent,
  { type, path, changes }: { type: 'Project' | 'Group'; path: string; changes?: ProjectOrGroupChanges },
): AuditedAction[] {
  const auditedEntity = entityOf(type, event.subject, path);
  const target: Target = { target_id: path, target_type: type, target_details: path };
  if (!changes) return actionsOf(auditedEntity, target, [lifecycleAction(event, type.toLowerCase())]);
  const { shared_with_groups: shares, ...fields } = changes;
  return [
    ...actionsOf(auditedEntity, target, fieldActions(fields, projectAndGroupFields)),
    ...(shares ? shareActions(auditedEntity, shares) : []),
  ];
}

const readProject: Reader<`projects.project.${Lifecycle}`> = (event) => {
  const path = toLabel(event.data.entity.path_with_namespace);
  if (event.type !== 'projects.project.updated') return projectOrGroupActions(event, { type: 'Project', path });
  const { archived, marked_for_deletion: mark, ...changes } = event.data.changes;
  const messages: Action[] = [
    ...(archived ? [{ custom_message: `Project ${archived.to ? 'archived' : 'unarchived'}` }] : []),
    ...(mark ? [{ custom_message: `Project ${mark.to ? 'marked for deletion' : 'restored'}` }] : []),
  ];
  const target: Target = { target_id: path, target_type: 'Project', target_details: path };
  return [
    ...actionsOf(projectEntity(event.subject, path), target, messages),
    ...projectOrGroupActions(event, { type: 'Project', path, changes }),
  ];
};

const readGroup: Reader<`projects.group.${Lifecycle}`> = (event) => {
  const path = toLabel(event.data.entity.full_path);
  if (event.type !== 'projects.group.updated') return projectOrGroupActions(event, { type: 'Group', path });
  return projectOrGroupActions(event, { type: 'Group', path, changes: event.data.changes });
};

const readRemovalStarted: Reader<'projects.namespace.removal_started'> = (event) => {
  const { kind, full_path: path } = event.data.entity;
  if (kind === 'user') return null;
  const target = { target_id: toLabel(path), target_type: 'Group', target_details: toLabel(path) };
  return actionsOf(entityOf('Group', event.subject, path), target, [{ custom_message: 'Group marked for deletion' }]);
};

const readMember: Reader<`projects.member.${'added' | 'updated' | 'removed'}`> = (event) => {
  const { source_kind: kind, source_id: id, user_id: userId, access_level: level, name: user } = event.data.entity;
  const auditedEntity = entityOf(kind === 'group' ? 'Group' : 'Project', id);
  const target = { target_id: Number(userId), target_type: 'User', target_details: toLabel(user) };
  const role = (value: number): string | null => roles[value] ?? toText(value);
  if (event.type === 'projects.member.added')
    return actionsOf(auditedEntity, target, [{ add: 'user_access', as: toLabel(role(level)) }]);
  if (event.type === 'projects.member.removed')
    return isCascade(event) ? null : actionsOf(auditedEntity, target, [{ remove: 'user_access' }]);
  const { access_level: access, expires_at: expiry } = event.data.changes;
  return actionsOf(auditedEntity, target, [
    ...(access ? [{ change: 'access_level', from: role(access.from), to: role(access.to) }] : []),
    ...(expiry ? [changeAction('expiry', expiry)] : []),
  ]);
};

const readPushRule: Reader<`projects.push_rule.${Lifecycle}`> = (event) => {
  const { id, project_id: projectId } = event.data.entity;
  if (verbOf(event) === 'deleted' && isCascade(event)) return null;
  const target = { target_id: Number(id), target_type: 'PushRule', target_details: 'Push rule' };
  const actions =
    event.type === 'projects.push_rule.updated'
      ? Object.entries<Changes[string]>({ ...event.data.changes }).map(([field, change]) =>
          changeAction(field.replaceAll('_', ' '), change),
        )
      : [lifecycleAction(event, 'push_rule')];
  return actionsOf(projectEntity(projectId), target, actions);
};

type ProjectMessageType = 'projects.export.started' | 'projects.export.downloaded' | 'projects.import.completed';

/** Exports and imports of projects. */
function projectMessageReader(message: string): Reader<ProjectMessageType> {
  return (event) => messageActions('Project', event.data.entity.project_id, message);
}

/** Exports of groups. */
function groupMessageReader(message: string): Reader<`projects.group_export.${'started' | 'downloaded'}`> {
  return (event) => messageActions('Group', event.data.entity.group_id, message);
}

function messageActions(type: 'Project' | 'Group', id: number, message: string): AuditedAction[] | null {
  const target = { target_id: id, target_type: type, target_details: '' };
  return id > 0 ? actionsOf(entityOf(type, id), target, [{ custom_message: message }]) : null;
}

/** Readers by event type. */
export const projectsReaders: Readers = {
  ...readersFor('projects.project', LIFECYCLE, readProject),
  ...readersFor('projects.group', LIFECYCLE, readGroup),
  ...readersFor('projects.namespace', ['removal_started'], readRemovalStarted),
  ...readersFor('projects.member', ['added', 'updated', 'removed'], readMember),
  ...readersFor(
    'projects.variable',
    LIFECYCLE,
    ownedObjectReader<EventEntity<'projects.variable.updated'>>('variable', 'Variable', ({ key }) => key),
  ),
  ...readersFor(
    'projects.remote_mirror',
    LIFECYCLE,
    ownedObjectReader<EventEntity<'projects.remote_mirror.updated'>>('remote_mirror', 'RemoteMirror', ({ url }) =>
      originOf(url),
    ),
  ),
  ...readersFor('projects.push_rule', LIFECYCLE, readPushRule),
  ...readersFor('projects.export', ['started'], projectMessageReader('Export requested')),
  ...readersFor('projects.export', ['downloaded'], projectMessageReader('Export downloaded')),
  ...readersFor('projects.group_export', ['started'], groupMessageReader('Export requested')),
  ...readersFor('projects.group_export', ['downloaded'], groupMessageReader('Export downloaded')),
  ...readersFor('projects.import', ['completed'], projectMessageReader('Project imported')),
};
