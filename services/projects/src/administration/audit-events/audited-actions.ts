/**
 * What bus events mean for the audit log. Only named fields are taken, so that no secret gets into
 * it.
 */
import type { EventChanges, EventEntity, EventType, ForgeEvent } from '@forgemesh/events';
import type { AuditAction, AuditEntityType } from './audit-event.model';

/** An audited action, without its author. */
export interface AuditedAction extends AuditAction {
  entity_type: AuditEntityType;
  entity_id: number;
  /** Full path of the entity, if the event has it. */
  entity_path?: string;
}

type Action = Omit<AuditAction, 'target_id' | 'target_type' | 'target_details'>;
type Place = Pick<AuditedAction, 'entity_type' | 'entity_id' | 'entity_path'>;
type Target = Pick<AuditAction, 'target_id' | 'target_type' | 'target_details'>;
/** Null for an event that is not audited. */
type Reader<Type extends EventType> = (event: ForgeEvent<Type>) => AuditedAction[] | null;
/** Declared as a method: each function takes the events of the types that it is listed for. */
type AnyReader = { read(event: ForgeEvent): AuditedAction[] | null }['read'];
type Changes = Record<string, { from?: unknown; to?: unknown }>;

const INSTANCE: Place = { entity_type: 'Gitlab::Audit::InstanceScope', entity_id: 1 };
/** Longest stored value, in characters. */
const MAX_TEXT = 1_000;
/** Entity id of a failed sign-in without an account. */
const NO_ENTITY = -1;
const roles: Record<number, string> = {
  10: 'Guest',
  20: 'Reporter',
  30: 'Developer',
  40: 'Maintainer',
  50: 'Owner',
};

/** Audited fields of projects and groups, with the words for them. */
const placeFields: Record<string, string> = {
  ...{ name: 'name', path: 'path', path_with_namespace: 'full path', namespace_id: 'namespace' },
  ...{ parent_id: 'parent group', visibility: 'visibility', default_branch: 'default branch' },
  ...{ request_access_enabled: 'access requests', lfs_enabled: 'large file storage' },
  ...{ issues_access_level: 'issues access level', repository_access_level: 'repository access level' },
  ...{ merge_requests_access_level: 'merge requests access level', wiki_access_level: 'wiki access level' },
  ...{ builds_access_level: 'builds access level', snippets_access_level: 'snippets access level' },
  ...{ shared_runners_enabled: 'shared runners', container_registry_enabled: 'container registry' },
  ...{ packages_enabled: 'packages', public_builds: 'public builds', merge_method: 'merge method' },
  only_allow_merge_if_pipeline_succeeds: 'merge only if the pipeline succeeds',
  only_allow_merge_if_all_discussions_are_resolved: 'merge only if all discussions are resolved',
  ...{ ci_config_path: 'CI configuration path', repository_storage: 'repository storage' },
  external_authorization_classification_label: 'external authorization classification label',
  ...{ forked_from_project_id: 'fork source', import_url: 'import URL', mirror: 'pull mirror' },
  ...{ mirror_user_id: 'mirror user', mirror_trigger_builds: 'mirror builds' },
  only_mirror_protected_branches: 'mirror protected branches only',
  mirror_overwrites_diverged_branches: 'mirror overwrites diverged branches',
  ...{ share_with_group_lock: 'share with group lock', emails_disabled: 'disabled emails' },
  ...{ project_creation_level: 'project creation level', subgroup_creation_level: 'subgroup creation level' },
  require_two_factor_authentication: 'two-factor authentication requirement',
  ...{ two_factor_grace_period: 'two-factor grace period', default_branch_protection: 'default branch protection' },
};

const userFields: Record<string, string> = {
  ...{ name: 'name', username: 'username', email: 'email address', public_email: 'public email' },
  ...{ admin: 'admin access', state: 'state', external: 'external', password: 'password', identity: 'identity' },
  ...{ private_profile: 'private profile', can_create_group: 'group creation', projects_limit: 'projects limit' },
  ...{ two_factor_enabled: 'two-factor authentication', confirmed_at: 'email confirmation' },
};

const hookFields: Record<string, string> = {
  ...{ enable_ssl_verification: 'SSL verification', push_events_branch_filter: 'push events branch filter' },
  ...Object.fromEntries(
    [
      ...['push_events', 'issues_events', 'confidential_issues_events', 'merge_requests_events', 'tag_push_events'],
      ...['note_events', 'confidential_note_events', 'job_events', 'pipeline_events', 'wiki_page_events'],
      ...['repository_update_events'],
    ].map((name) => [name, name.replaceAll('_', ' ')]),
  ),
};

const approvalFields: Record<string, string> = {
  reset_approvals_on_push: 'reset approvals on push',
  disable_overriding_approvers_per_merge_request: 'disable overriding approvers per merge request',
  merge_requests_author_approval: 'author approval',
  merge_requests_disable_committers_approval: 'disable committers approval',
  require_password_to_approve: 'require password to approve',
};

function text(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_TEXT);
}

/** A text that identifies something in one line. */
function name(value: unknown): string {
  return text(value) ?? '';
}

function verbOf({ type }: ForgeEvent): string {
  return type.slice(type.lastIndexOf('.') + 1);
}

function projectPlace(id: unknown, path?: unknown): Place {
  return placeOf('Project', id, path);
}

function placeOf(type: AuditEntityType, id: unknown, path?: unknown): Place {
  return { entity_type: type, entity_id: Number(id), ...(typeof path === 'string' && { entity_path: path }) };
}

/** The place that `project/1` or `group/1` names. */
function ownerPlace(owner: unknown): Place {
  const [kind, id] = String(owner).split('/');
  return placeOf(kind === 'group' ? 'Group' : 'Project', id);
}

/** Action for what was created or deleted. */
function lifeAction(event: ForgeEvent, what: string): Action {
  return /deleted|removed|revoked/.test(verbOf(event)) ? { remove: what } : { add: what };
}

/** One action for each changed field with a word. */
function fieldActions(changes: Changes, words: Record<string, string>): Action[] {
  return Object.entries(changes)
    .filter(([field]) => Object.hasOwn(words, field))
    .map(([field, change]) => changeAction(words[field] ?? field, change));
}

/** The values are left out if the event does not have them. */
function changeAction(word: string, { from = null, to = null }: Changes[string]): Action {
  return from === null && to === null ? { change: word } : { change: word, from: text(from), to: text(to) };
}

function actionsOf(place: Place, target: Target, actions: readonly Action[]): AuditedAction[] {
  return actions.map((action) => ({ ...action, ...target, ...place }));
}

/** Whether the deletion of something else caused it, which is audited itself. */
function isCascade({ actor, clientaddress }: ForgeEvent): boolean {
  return actor !== null && clientaddress === undefined;
}

/** Only scheme and host: the rest of an address can be a secret. */
function originOf(url: unknown): string {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : '';
}

type SharesChange = NonNullable<EventChanges<'projects.project.updated'>['shared_with_groups']>;

/** Groups that a project or group was shared with, or not any longer. */
function shareActions(place: Place, { from, to }: SharesChange): AuditedAction[] {
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
    return action ? actionsOf(place, target(id), [action]) : [];
  });
}

type PlaceChanges = EventChanges<'projects.project.updated'> | EventChanges<'projects.group.updated'>;

/** The creation, change or deletion of a project or group. */
function placeActions(
  event: ForgeEvent,
  { type, path, changes }: { type: 'Project' | 'Group'; path: string; changes?: PlaceChanges },
): AuditedAction[] {
  const place = placeOf(type, event.subject, path);
  const target: Target = { target_id: path, target_type: type, target_details: path };
  if (!changes) return actionsOf(place, target, [lifeAction(event, type.toLowerCase())]);
  const { shared_with_groups: shares, ...fields } = changes;
  return [
    ...actionsOf(place, target, fieldActions(fields, placeFields)),
    ...(shares ? shareActions(place, shares) : []),
  ];
}

const readProject: Reader<`projects.project.${Life}`> = (event) => {
  const path = name(event.data.entity.path_with_namespace);
  if (event.type !== 'projects.project.updated') return placeActions(event, { type: 'Project', path });
  const { archived, marked_for_deletion: mark, ...changes } = event.data.changes;
  const messages: Action[] = [
    ...(archived ? [{ custom_message: `Project ${archived.to ? 'archived' : 'unarchived'}` }] : []),
    ...(mark ? [{ custom_message: `Project ${mark.to ? 'marked for deletion' : 'restored'}` }] : []),
  ];
  const target: Target = { target_id: path, target_type: 'Project', target_details: path };
  return [
    ...actionsOf(projectPlace(event.subject, path), target, messages),
    ...placeActions(event, { type: 'Project', path, changes }),
  ];
};

const readGroup: Reader<`projects.group.${Life}`> = (event) => {
  const path = name(event.data.entity.full_path);
  if (event.type !== 'projects.group.updated') return placeActions(event, { type: 'Group', path });
  return placeActions(event, { type: 'Group', path, changes: event.data.changes });
};

const readRemoval: Reader<'projects.namespace.removal_started'> = (event) => {
  const { kind, full_path: path } = event.data.entity;
  if (kind === 'user') return null;
  const target = { target_id: name(path), target_type: 'Group', target_details: name(path) };
  return actionsOf(placeOf('Group', event.subject, path), target, [{ custom_message: 'Group marked for deletion' }]);
};

const readMember: Reader<`projects.member.${'added' | 'updated' | 'removed'}`> = (event) => {
  const { source_kind: kind, source_id: id, user_id: userId, access_level: level, name: user } = event.data.entity;
  const place = placeOf(kind === 'group' ? 'Group' : 'Project', id);
  const target = { target_id: Number(userId), target_type: 'User', target_details: name(user) };
  const role = (value: number): string | null => roles[value] ?? text(value);
  if (event.type === 'projects.member.added')
    return actionsOf(place, target, [{ add: 'user_access', as: name(role(level)) }]);
  if (event.type === 'projects.member.removed')
    return isCascade(event) ? null : actionsOf(place, target, [{ remove: 'user_access' }]);
  const { access_level: access, expires_at: expiry } = event.data.changes;
  return actionsOf(place, target, [
    ...(access ? [{ change: 'access_level', from: role(access.from), to: role(access.to) }] : []),
    ...(expiry ? [changeAction('expiry', expiry)] : []),
  ]);
};

/** A hook of a project or, without one, of the instance. Its token is never in an event. */
const readHook: Reader<`projects.${'hook' | 'system_hook'}.${Life}`> = (event) => {
  const { entity } = event.data;
  const { id, url } = entity;
  const projectId = 'project_id' in entity ? entity.project_id : undefined;
  if (verbOf(event) === 'deleted' && isCascade(event)) return null;
  const place = projectId ? projectPlace(projectId) : INSTANCE;
  const kind = projectId ? 'ProjectHook' : 'SystemHook';
  const target = { target_id: Number(id), target_type: kind, target_details: originOf(url) };
  if (event.type !== 'projects.hook.updated' && event.type !== 'projects.system_hook.updated')
    return actionsOf(place, target, [lifeAction(event, projectId ? 'project_hook' : 'system_hook')]);
  const actions = fieldActions({ ...event.data.changes }, hookFields);
  // Only the URL or a token has changed.
  return actionsOf(place, target, actions.length > 0 ? actions : [{ change: 'hook' }]);
};

/** An event of something that belongs to a project, a group or the instance. */
type BelongingEvent<Entity> = ForgeEvent & { data: { entity: Entity } };
type Belonging = { owner: string } | { project_id: number };

/** Something that belongs to a project and is audited as a whole. */
function belongingReader<Entity extends Belonging>(
  what: string,
  kind: string,
  nameOf: (entity: Entity) => unknown,
): (event: BelongingEvent<Entity>) => AuditedAction[] | null {
  return (event) => {
    const entity: Entity = event.data.entity;
    if (verbOf(event) === 'deleted' && isCascade(event)) return null;
    const place = 'owner' in entity ? ownerPlace(entity.owner) : projectPlace(entity.project_id);
    const target = { target_id: event.subject, target_type: kind, target_details: name(nameOf(entity)) };
    return actionsOf(place, target, [verbOf(event) === 'updated' ? { change: what } : lifeAction(event, what)]);
  };
}

const readPushRule: Reader<`projects.push_rule.${Life}`> = (event) => {
  const { id, project_id: projectId } = event.data.entity;
  if (verbOf(event) === 'deleted' && isCascade(event)) return null;
  const target = { target_id: Number(id), target_type: 'PushRule', target_details: 'Push rule' };
  const actions =
    event.type === 'projects.push_rule.updated'
      ? Object.entries<Changes[string]>({ ...event.data.changes }).map(([field, change]) =>
          changeAction(field.replaceAll('_', ' '), change),
        )
      : [lifeAction(event, 'push_rule')];
  return actionsOf(projectPlace(projectId), target, actions);
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
  return id > 0 ? actionsOf(placeOf(type, id), target, [{ custom_message: message }]) : null;
}

type ProtectionType = `repository.protected_branch.${Life}` | `repository.protected_tag.${'created' | 'deleted'}`;

function protectionReader(what: string, kind: string): Reader<ProtectionType> {
  return (event) => {
    const { id, project_id: projectId, name: pattern } = event.data.entity;
    const target = { target_id: Number(id), target_type: kind, target_details: name(pattern) };
    if (event.type !== 'repository.protected_branch.updated')
      return actionsOf(projectPlace(projectId), target, [lifeAction(event, what)]);
    const levels = (value: { access_level: number }[]): string =>
      value.map(({ access_level }) => access_level).join(', ');
    const { push_access_levels, merge_access_levels } = event.data.changes;
    const changes = { push_access_levels, merge_access_levels };
    const actions = Object.entries(changes).flatMap(([field, change]) =>
      change ? { change: field.replaceAll('_', ' '), from: levels(change.from), to: levels(change.to) } : [],
    );
    return actionsOf(projectPlace(projectId), target, actions);
  };
}

type RulesChange = NonNullable<EventChanges<'approvals.project.updated'>['rules']>;
type Rule = RulesChange['from'][number];

function describeRule({ approvals_required, user_ids, group_ids, protected_branch_ids }: Rule): string {
  return JSON.stringify({ approvals_required, user_ids, group_ids, protected_branch_ids });
}

function ruleActions(place: Place, { from, to }: RulesChange): AuditedAction[] {
  const kind = 'ApprovalRule';
  const before = new Map(from.map((rule) => [rule.id, rule]));
  const after = new Map(to.map((rule) => [rule.id, rule]));
  return [...new Map([...before, ...after]).values()].flatMap((rule) => {
    const [old, now] = [before.get(rule.id), after.get(rule.id)];
    const target = { target_id: rule.id, target_type: kind, target_details: rule.name };
    if (!old || !now) return actionsOf(place, target, [old ? { remove: 'approval_rule' } : { add: 'approval_rule' }]);
    const [was, is] = [describeRule(old), describeRule(now)];
    return [
      ...(was === is ? [] : actionsOf(place, target, [{ change: 'approval_rule', from: was, to: is }])),
      ...(old.name === now.name
        ? []
        : actionsOf(place, target, [{ change: 'approval_rule name', from: old.name, to: now.name }])),
    ];
  });
}

const readApprovals: Reader<`approvals.${'project' | 'merge_request'}.updated`> = (event) => {
  const place = projectPlace(event.data.entity.project_id);
  const { rules, ...changes } = event.data.changes;
  const target = { target_id: place.entity_id, target_type: 'Project', target_details: '' };
  return [
    ...actionsOf(place, target, fieldActions(changes, approvalFields)),
    ...(rules ? ruleActions(place, rules) : []),
  ];
};

const readUser: Reader<`identity.user.${Life}`> = (event) => {
  const { username, name: fullName } = event.data.entity;
  const place = placeOf('User', event.subject, username);
  const target = { target_id: Number(event.subject), target_type: 'User', target_details: name(fullName) };
  const actions =
    event.type === 'identity.user.updated'
      ? fieldActions({ ...event.data.changes }, userFields)
      : [lifeAction(event, 'user')];
  return actionsOf(place, target, actions);
};

/** An email that was added, confirmed or removed: the event is one of its user. */
const readEmail: Reader<`identity.email.${'created' | 'confirmed' | 'deleted'}`> = (event) => {
  const { email } = event.data.changes;
  const target = { target_id: email?.id ?? 0, target_type: 'Email', target_details: name(email?.email) };
  const action = verbOf(event) === 'confirmed' ? { change: 'email confirmation' } : lifeAction(event, 'email');
  return actionsOf(placeOf('User', event.subject, event.data.entity.username), target, [action]);
};

const readToken: Reader<`identity.token.${'created' | 'revoked'}`> = (event) => {
  const { id, user_id: userId, name: title, impersonation: isImpersonation } = event.data.entity;
  const what = isImpersonation ? 'impersonation_token' : 'personal_access_token';
  const target = { target_id: Number(id), target_type: 'PersonalAccessToken', target_details: name(title) };
  return actionsOf(placeOf('User', userId), target, [lifeAction(event, what)]);
};

const readSignIn: Reader<'identity.sign_in.completed'> = (event) => {
  const { user_id: userId } = event.data.entity;
  const target = { target_id: Number(userId), target_type: 'User', target_details: '' };
  return actionsOf(placeOf('User', userId), target, [{ with: 'standard' }]);
};

const readGitSignIn: Reader<'identity.git_sign_in.completed'> = (event) => {
  const { user_id: id, username, name: fullName } = event.data.entity;
  const target = { target_id: Number(id), target_type: 'User', target_details: name(fullName) };
  return actionsOf(placeOf('User', id, username), target, [{ with: 'git' }]);
};

const readRefresh: Reader<'identity.token.refreshed'> = (event) => {
  const { user_id: userId } = event.data.entity;
  const target = { target_id: Number(userId), target_type: 'User', target_details: '' };
  return actionsOf(placeOf('User', userId), target, [{ custom_message: 'Sign-in refreshed' }]);
};

const readFailedSignIn: Reader<'identity.sign_in.failed'> = (event) => {
  const { user_id: userId, username } = event.data.entity;
  const id = userId ?? NO_ENTITY;
  const target = { target_id: id, target_type: 'User', target_details: name(username) || 'An unknown user' };
  return actionsOf(placeOf('User', id, username ?? ''), target, [{ failed_login: 'STANDARD' }]);
};

const readRecoveryCodes: Reader<'identity.two_factor.recovery_codes_created'> = (event) => {
  const { user_id: id, username, name: fullName } = event.data.entity;
  const target = { target_id: Number(id), target_type: 'User', target_details: name(fullName) };
  return actionsOf(placeOf('User', id, username), target, [{ custom_message: 'Two-factor recovery codes replaced' }]);
};

const readImpersonation: Reader<`identity.${'sudo' | 'impersonation'}.started`> = (event) => {
  const { user_id: id, username, name: fullName } = event.data.entity;
  const target = { target_id: Number(id), target_type: 'User', target_details: name(fullName) };
  const how = event.type.startsWith('identity.sudo.') ? 'sudo' : 'an impersonation token';
  return actionsOf(placeOf('User', id, username), target, [
    { custom_message: `Started to act as the user with ${how}` },
  ]);
};

type KeyType = `identity.ssh_key.${'created' | 'deleted'}` | `identity.gpg_key.${'created' | 'deleted' | 'revoked'}`;

function keyReader(what: string, kind: string): Reader<KeyType> {
  return (event) => {
    const { entity } = event.data;
    if (/deleted|revoked/.test(verbOf(event)) && isCascade(event)) return null;
    const label = 'title' in entity ? `${entity.title} ${entity.fingerprint}` : entity.fingerprint;
    const target = { target_id: entity.id, target_type: kind, target_details: name(label) };
    return actionsOf(placeOf('User', entity.user_id), target, [lifeAction(event, what)]);
  };
}

/** A deploy key: an action in each project that it opens or does not open any longer. */
const readDeployKey: Reader<`identity.deploy_key.${Life}`> = (event) => {
  const { id, title, fingerprint, projects: now = [] } = event.data.entity;
  const changes: EventChanges<'identity.deploy_key.updated'> =
    event.type === 'identity.deploy_key.updated' ? event.data.changes : {};
  const { projects: links, title: renamed } = changes;
  const target = { target_id: Number(id), target_type: 'DeployKey', target_details: name(`${title} ${fingerprint}`) };
  // Its removal from the last project is an update of its own.
  if (verbOf(event) === 'deleted' || isCascade(event)) return null;
  const before = verbOf(event) === 'created' ? [] : (links?.from ?? now);
  const was = new Map(before.map((link) => [link.project_id, link]));
  const is = new Map((links?.to ?? now).map((link) => [link.project_id, link]));
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((projectId) => {
    const [old, fresh] = [was.get(projectId), is.get(projectId)];
    const actions: Action[] = [
      ...(old ? [] : [{ add: 'deploy_key' }]),
      ...(fresh ? [] : [{ remove: 'deploy_key' }]),
      ...(old && fresh && old.can_push !== fresh.can_push
        ? [changeAction('deploy key write access', { from: old.can_push, to: fresh.can_push })]
        : []),
      ...(renamed ? [changeAction('deploy key title', renamed)] : []),
    ];
    return actionsOf(projectPlace(projectId), target, actions);
  });
};

const readDeployToken: Reader<`identity.deploy_token.${'created' | 'deleted'}`> = (event) => {
  const { id, name: title, project_id: projectId, group_id: groupId } = event.data.entity;
  if (verbOf(event) === 'deleted' && isCascade(event)) return null;
  const place = projectId ? projectPlace(projectId) : placeOf('Group', groupId);
  const target = { target_id: Number(id), target_type: 'DeployToken', target_details: name(title) };
  return actionsOf(place, target, [lifeAction(event, 'deploy_token')]);
};

/** Every changed setting by name. Values of secrets are not in the event. */
const readSettings: Reader<'settings.application_settings.updated'> = ({ data }) => {
  const { settings = [], values = {} } = data.changes;
  const target = { target_id: 1, target_type: 'ApplicationSetting', target_details: 'Application settings' };
  return actionsOf(
    INSTANCE,
    target,
    settings.map((setting) => changeAction(setting, values[setting] ?? {})),
  );
};

type InstanceType =
  `settings.feature.${Life}` | 'settings.appearance.updated' | `geo.node.${Life | 'credentials_shown' | 'repaired'}`;

function instanceReader(what: string, kind: string): Reader<InstanceType> {
  return (event) => {
    const { entity } = event.data;
    const title = 'name' in entity ? entity.name : undefined;
    const target = { target_id: event.subject, target_type: kind, target_details: name(title) };
    const isNew = verbOf(event) === 'created' || verbOf(event) === 'deleted';
    const word = verbOf(event) === 'updated' ? what : `${what} ${verbOf(event).replaceAll('_', ' ')}`;
    return actionsOf(INSTANCE, target, [isNew ? lifeAction(event, what) : { change: word }]);
  };
}

type DeletedRepositoryType = `repository.deleted_repository.${'restored' | 'removal_started'}`;

/** A repository of a deleted project, which has no page of its own any more. */
function deletedRepositoryReader(message: string): Reader<DeletedRepositoryType> {
  return (event) => {
    const { project_id: projectId, path_with_namespace: path, restored_to_project_id: restoredTo } = event.data.entity;
    const target = { target_id: Number(projectId), target_type: 'Project', target_details: name(path) };
    const place = restoredTo !== null ? projectPlace(restoredTo) : INSTANCE;
    return actionsOf(place, target, [{ custom_message: message }]);
  };
}

/** Lists a reader for several events of a resource. */
function all<Resource extends string, Verb extends string>(
  resource: Resource,
  verbs: readonly Verb[],
  read: Reader<Extract<EventType, `${Resource}.${Verb}`>>,
): Partial<Record<EventType, AnyReader>> {
  return Object.fromEntries(verbs.map((verb) => [`${resource}.${verb}`, read]));
}

const LIFE = ['created', 'updated', 'deleted'] as const;
type Life = (typeof LIFE)[number];

const readers: Partial<Record<EventType, AnyReader>> = {
  ...all('projects.project', LIFE, readProject),
  ...all('projects.group', LIFE, readGroup),
  ...all('projects.namespace', ['removal_started'], readRemoval),
  ...all('projects.member', ['added', 'updated', 'removed'], readMember),
  ...all('projects.hook', LIFE, readHook),
  ...all('projects.system_hook', LIFE, readHook),
  ...all(
    'projects.integration',
    LIFE,
    belongingReader<EventEntity<'projects.integration.updated'>>('integration', 'Service', ({ slug }) => slug),
  ),
  ...all(
    'projects.variable',
    LIFE,
    belongingReader<EventEntity<'projects.variable.updated'>>('variable', 'Variable', ({ key }) => key),
  ),
  ...all(
    'projects.remote_mirror',
    LIFE,
    belongingReader<EventEntity<'projects.remote_mirror.updated'>>('remote_mirror', 'RemoteMirror', ({ url }) =>
      originOf(url),
    ),
  ),
  ...all('projects.push_rule', LIFE, readPushRule),
  ...all('projects.export', ['started'], projectMessageReader('Export requested')),
  ...all('projects.export', ['downloaded'], projectMessageReader('Export downloaded')),
  ...all('projects.group_export', ['started'], groupMessageReader('Export requested')),
  ...all('projects.group_export', ['downloaded'], groupMessageReader('Export downloaded')),
  ...all('projects.import', ['completed'], projectMessageReader('Project imported')),
  ...all('repository.protected_branch', LIFE, protectionReader('protected_branch', 'ProtectedBranch')),
  ...all('repository.protected_tag', ['created', 'deleted'], protectionReader('protected_tag', 'ProtectedTag')),
  ...all(
    'repository.deleted_repository',
    ['restored'],
    deletedRepositoryReader('Repository of a deleted project restored'),
  ),
  ...all(
    'repository.deleted_repository',
    ['removal_started'],
    deletedRepositoryReader('Repository of a deleted project removed'),
  ),
  ...all(
    'repository.trigger',
    LIFE,
    belongingReader<EventEntity<'repository.trigger.updated'>>('trigger', 'Trigger', ({ description }) => description),
  ),
  ...all('approvals.project', ['updated'], readApprovals),
  ...all('approvals.merge_request', ['updated'], readApprovals),
  ...all('identity.user', LIFE, readUser),
  ...all('identity.email', ['created', 'confirmed', 'deleted'], readEmail),
  ...all('identity.token', ['created', 'revoked'], readToken),
  ...all('identity.sign_in', ['completed'], readSignIn),
  ...all('identity.git_sign_in', ['completed'], readGitSignIn),
  ...all('identity.token', ['refreshed'], readRefresh),
  ...all('identity.sign_in', ['failed'], readFailedSignIn),
  ...all('identity.two_factor', ['recovery_codes_created'], readRecoveryCodes),
  ...all('identity', ['sudo.started', 'impersonation.started'], readImpersonation),
  ...all('identity.ssh_key', ['created', 'deleted'], keyReader('ssh_key', 'Key')),
  ...all('identity.gpg_key', ['created', 'deleted', 'revoked'], keyReader('gpg_key', 'GpgKey')),
  ...all('identity.deploy_key', LIFE, readDeployKey),
  ...all('identity.deploy_token', ['created', 'deleted'], readDeployToken),
  ...all('settings.application_settings', ['updated'], readSettings),
  ...all('settings.feature', LIFE, instanceReader('feature', 'Feature')),
  ...all('settings.appearance', ['updated'], instanceReader('appearance', 'Appearance')),
  ...all('geo.node', [...LIFE, 'credentials_shown', 'repaired'], instanceReader('geo_node', 'GeoNode')),
};

/** Types of the bus events that are audited. */
export const auditedEventTypes = Object.keys(readers) as readonly EventType[];

/** The audited actions of a bus event; none for events that are not audited. */
export function auditedActions(event: ForgeEvent): AuditedAction[] {
  return readers[event.type]?.(event) ?? [];
}
