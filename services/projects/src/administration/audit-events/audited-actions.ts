/** What bus events mean for the audit log. Only named fields are taken, so that no secret gets into it. */
import type { FieldChanges } from '@forgemesh/data';
import type { EventType, ForgeEvent } from '@forgemesh/events';
import type { AuditAction, AuditEntityType } from './audit-event.model';

/** An audited action, without its author. */
export interface AuditedAction extends AuditAction {
  entity_type: AuditEntityType;
  entity_id: number;
  /** Full path of the entity, if the event has it. */
  entity_path?: string;
}

type Entity = Record<string, unknown>;
type Action = Omit<AuditAction, 'target_id' | 'target_type' | 'target_details'>;
type Place = Pick<AuditedAction, 'entity_type' | 'entity_id' | 'entity_path'>;
type Target = Pick<AuditAction, 'target_id' | 'target_type' | 'target_details'>;
/** Null for an event that is not audited. */
type Reader = (event: ForgeEvent) => AuditedAction[] | null;

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

function entityOf({ data }: ForgeEvent): Entity {
  return { ...data.entity };
}

function changesIn({ data }: ForgeEvent): FieldChanges {
  return data.changes as FieldChanges;
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
function fieldActions(changes: FieldChanges, words: Record<string, string>): Action[] {
  return Object.entries(changes)
    .filter(([field]) => Object.hasOwn(words, field))
    .map(([field, change]) => changeAction(words[field] ?? field, change));
}

/** The values are left out if the event does not have them. */
function changeAction(word: string, { from = null, to = null }: Partial<FieldChanges[string]>): Action {
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

interface Share {
  group_id: number;
  group_access: number;
  expires_at?: string | null;
}

/** Groups that a project or group was shared with, or not any longer. */
function shareActions(place: Place, { from = [], to = [] }: { from?: Share[]; to?: Share[] }): AuditedAction[] {
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

/** A project or group, with the words of its events. */
function placeReader(type: 'Project' | 'Group', pathField: string): Reader {
  const what = type.toLowerCase();
  return (event) => {
    const entity = entityOf(event);
    const path = name(entity[pathField]);
    const place = placeOf(type, event.subject, path);
    const target: Target = { target_id: path, target_type: type, target_details: path };
    if (verbOf(event) !== 'updated') return actionsOf(place, target, [lifeAction(event, what)]);
    const { shared_with_groups: shares, archived, marked_for_deletion: mark, ...changes } = changesIn(event);
    const messages: Action[] = [
      ...(archived ? [{ custom_message: `${type} ${archived.to === true ? 'archived' : 'unarchived'}` }] : []),
      ...(mark ? [{ custom_message: `${type} ${mark.to === true ? 'marked for deletion' : 'restored'}` }] : []),
    ];
    return [
      ...actionsOf(place, target, [...messages, ...fieldActions(changes, placeFields)]),
      ...(shares ? shareActions(place, shares as { from: Share[]; to: Share[] }) : []),
    ];
  };
}

const readProject = placeReader('Project', 'path_with_namespace');
const readGroup = placeReader('Group', 'full_path');

const readRemoval: Reader = (event) => {
  const { kind, full_path: path } = entityOf(event);
  if (kind === 'user') return null;
  const target = { target_id: name(path), target_type: 'Group', target_details: name(path) };
  return actionsOf(placeOf('Group', event.subject, path), target, [{ custom_message: 'Group marked for deletion' }]);
};

const readMember: Reader = (event) => {
  const { source_kind: kind, source_id: id, user_id: userId, access_level: level, name: user } = entityOf(event);
  const place = placeOf(kind === 'group' ? 'Group' : 'Project', id);
  const target = { target_id: Number(userId), target_type: 'User', target_details: name(user) };
  const role = (value: unknown): string | null => roles[Number(value)] ?? text(value);
  if (verbOf(event) === 'added') return actionsOf(place, target, [{ add: 'user_access', as: name(role(level)) }]);
  if (verbOf(event) === 'removed')
    return isCascade(event) ? null : actionsOf(place, target, [{ remove: 'user_access' }]);
  const { access_level: access, expires_at: expiry } = changesIn(event);
  return actionsOf(place, target, [
    ...(access ? [{ change: 'access_level', from: role(access.from), to: role(access.to) }] : []),
    ...(expiry ? [changeAction('expiry', expiry)] : []),
  ]);
};

/** A hook of a project or, without one, of the instance. Its token is never in an event. */
const readHook: Reader = (event) => {
  const { id, project_id: projectId, url } = entityOf(event);
  if (verbOf(event) === 'deleted' && isCascade(event)) return null;
  const place = projectId ? projectPlace(projectId) : INSTANCE;
  const kind = projectId ? 'ProjectHook' : 'SystemHook';
  const target = { target_id: Number(id), target_type: kind, target_details: originOf(url) };
  if (verbOf(event) !== 'updated')
    return actionsOf(place, target, [lifeAction(event, projectId ? 'project_hook' : 'system_hook')]);
  const { url: address, ...changes } = changesIn(event);
  const actions = [
    ...(address ? [{ change: 'url', from: originOf(address.from), to: originOf(address.to) }] : []),
    ...fieldActions(changes, hookFields),
  ];
  // The token alone has changed.
  return actionsOf(place, target, actions.length > 0 ? actions : [{ change: 'hook' }]);
};

/** Something that belongs to a project and is audited as a whole. */
function belongingReader(what: string, kind: string, nameOf: (entity: Entity) => unknown): Reader {
  return (event) => {
    const entity = entityOf(event);
    if (verbOf(event) === 'deleted' && isCascade(event)) return null;
    const place = 'owner' in entity ? ownerPlace(entity['owner']) : projectPlace(entity['project_id']);
    const target = { target_id: event.subject, target_type: kind, target_details: name(nameOf(entity)) };
    return actionsOf(place, target, [verbOf(event) === 'updated' ? { change: what } : lifeAction(event, what)]);
  };
}

const readPushRule: Reader = (event) => {
  const { id, project_id: projectId } = entityOf(event);
  if (verbOf(event) === 'deleted' && isCascade(event)) return null;
  const target = { target_id: Number(id), target_type: 'PushRule', target_details: 'Push rule' };
  const actions =
    verbOf(event) === 'updated'
      ? Object.entries(changesIn(event)).map(([field, change]) => changeAction(field.replaceAll('_', ' '), change))
      : [lifeAction(event, 'push_rule')];
  return actionsOf(projectPlace(projectId), target, actions);
};

/** Exports and imports. */
function messageReader(type: 'Project' | 'Group', message: string): Reader {
  return (event) => {
    const entity = entityOf(event);
    const id = Number(entity[type === 'Project' ? 'project_id' : 'group_id']);
    const target = { target_id: id, target_type: type, target_details: '' };
    return id > 0 ? actionsOf(placeOf(type, id), target, [{ custom_message: message }]) : null;
  };
}

function protectionReader(what: string, kind: string): Reader {
  return (event) => {
    const { id, project_id: projectId, name: pattern } = entityOf(event);
    const target = { target_id: Number(id), target_type: kind, target_details: name(pattern) };
    if (verbOf(event) !== 'updated') return actionsOf(projectPlace(projectId), target, [lifeAction(event, what)]);
    const levels = (value: unknown): string =>
      ((value ?? []) as { access_level: number }[]).map(({ access_level }) => access_level).join(', ');
    const actions = Object.entries(changesIn(event)).map(([field, { from, to }]) => ({
      ...{ change: field.replaceAll('_', ' '), from: levels(from), to: levels(to) },
    }));
    return actionsOf(projectPlace(projectId), target, actions);
  };
}

interface Rule {
  id: number;
  name: string;
  approvals_required: number;
  user_ids: number[];
  group_ids: number[];
  protected_branch_ids: number[];
}

function describeRule({ approvals_required, user_ids, group_ids, protected_branch_ids }: Rule): string {
  return JSON.stringify({ approvals_required, user_ids, group_ids, protected_branch_ids });
}

function ruleActions(place: Place, { from, to }: { from: Rule[]; to: Rule[] }): AuditedAction[] {
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

const readApprovals: Reader = (event) => {
  const { project_id: projectId } = entityOf(event);
  const place = projectPlace(projectId ?? event.subject);
  const { rules, ...changes } = changesIn(event);
  const target = { target_id: place.entity_id, target_type: 'Project', target_details: '' };
  return [
    ...actionsOf(place, target, fieldActions(changes, approvalFields)),
    ...(rules ? ruleActions(place, rules as { from: Rule[]; to: Rule[] }) : []),
  ];
};

const readUser: Reader = (event) => {
  const { username, name: fullName } = entityOf(event);
  const place = placeOf('User', event.subject, username);
  const target = { target_id: Number(event.subject), target_type: 'User', target_details: name(fullName) };
  const actions =
    verbOf(event) === 'updated' ? fieldActions(changesIn(event), userFields) : [lifeAction(event, 'user')];
  return actionsOf(place, target, actions);
};

/** An email that was added, confirmed or removed: the event is one of its user. */
const readEmail: Reader = (event) => {
  const { email } = event.data.changes as { email?: { id: number; email: string } };
  const target = { target_id: email?.id ?? 0, target_type: 'Email', target_details: name(email?.email) };
  const action = verbOf(event) === 'confirmed' ? { change: 'email confirmation' } : lifeAction(event, 'email');
  return actionsOf(placeOf('User', event.subject, entityOf(event)['username']), target, [action]);
};

const readToken: Reader = (event) => {
  const { id, user_id: userId, name: title, impersonation: isImpersonation } = entityOf(event);
  const what = isImpersonation === true ? 'impersonation_token' : 'personal_access_token';
  const target = { target_id: Number(id), target_type: 'PersonalAccessToken', target_details: name(title) };
  return actionsOf(placeOf('User', userId), target, [lifeAction(event, what)]);
};

const readSignIn: Reader = (event) => {
  const { user_id: userId } = entityOf(event);
  const target = { target_id: Number(userId), target_type: 'User', target_details: '' };
  return actionsOf(placeOf('User', userId), target, [{ with: 'standard' }]);
};

const readGitSignIn: Reader = (event) => {
  const { user_id: id, username, name: fullName } = entityOf(event);
  const target = { target_id: Number(id), target_type: 'User', target_details: name(fullName) };
  return actionsOf(placeOf('User', id, username), target, [{ with: 'git' }]);
};

const readRefresh: Reader = (event) => {
  const { user_id: userId } = entityOf(event);
  const target = { target_id: Number(userId), target_type: 'User', target_details: '' };
  return actionsOf(placeOf('User', userId), target, [{ custom_message: 'Sign-in refreshed' }]);
};

const readFailedSignIn: Reader = (event) => {
  const { user_id: userId, username } = entityOf(event);
  const id = typeof userId === 'number' ? userId : NO_ENTITY;
  const target = { target_id: id, target_type: 'User', target_details: name(username) || 'An unknown user' };
  return actionsOf(placeOf('User', id, username ?? ''), target, [{ failed_login: 'STANDARD' }]);
};

const readRecoveryCodes: Reader = (event) => {
  const { user_id: id, username, name: fullName } = entityOf(event);
  const target = { target_id: Number(id), target_type: 'User', target_details: name(fullName) };
  return actionsOf(placeOf('User', id, username), target, [{ custom_message: 'Two-factor recovery codes replaced' }]);
};

const readImpersonation: Reader = (event) => {
  const { user_id: id, username, name: fullName } = entityOf(event);
  const target = { target_id: Number(id), target_type: 'User', target_details: name(fullName) };
  const how = event.type.startsWith('identity.sudo.') ? 'sudo' : 'an impersonation token';
  return actionsOf(placeOf('User', id, username), target, [
    { custom_message: `Started to act as the user with ${how}` },
  ]);
};

function keyReader(what: string, kind: string): Reader {
  return (event) => {
    const { id, user_id: userId, title, fingerprint } = entityOf(event);
    if (/deleted|revoked/.test(verbOf(event)) && isCascade(event)) return null;
    const label = [title, fingerprint].filter((part) => typeof part === 'string').join(' ');
    const target = { target_id: Number(id), target_type: kind, target_details: name(label) };
    return actionsOf(placeOf('User', userId), target, [lifeAction(event, what)]);
  };
}

interface KeyLink {
  project_id: number;
  can_push: boolean;
}

/** A deploy key: an action in each project that it opens or does not open any longer. */
const readDeployKey: Reader = (event) => {
  const { id, title, fingerprint, projects } = entityOf(event);
  const { projects: links, title: renamed } = changesIn(event);
  const target = { target_id: Number(id), target_type: 'DeployKey', target_details: name(`${title} ${fingerprint}`) };
  const now = (projects ?? []) as KeyLink[];
  // Its removal from the last project is an update of its own.
  if (verbOf(event) === 'deleted' || isCascade(event)) return null;
  const before = verbOf(event) === 'created' ? [] : ((links ? links.from : now) as KeyLink[] | null);
  const was = new Map((before ?? []).map((link) => [link.project_id, link]));
  const is = new Map((links ? ((links.to ?? []) as KeyLink[]) : now).map((link) => [link.project_id, link]));
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

const readDeployToken: Reader = (event) => {
  const { id, name: title, project_id: projectId, group_id: groupId } = entityOf(event);
  if (verbOf(event) === 'deleted' && isCascade(event)) return null;
  const place = projectId ? projectPlace(projectId) : placeOf('Group', groupId);
  const target = { target_id: Number(id), target_type: 'DeployToken', target_details: name(title) };
  return actionsOf(place, target, [lifeAction(event, 'deploy_token')]);
};

/** Every changed setting by name. Values of secrets are not in the event. */
const readSettings: Reader = ({ data }) => {
  const { settings = [], values = {} } = data.changes as { settings?: string[]; values?: FieldChanges };
  const target = { target_id: 1, target_type: 'ApplicationSetting', target_details: 'Application settings' };
  return actionsOf(
    INSTANCE,
    target,
    settings.map((setting) => changeAction(setting, values[setting] ?? {})),
  );
};

function instanceReader(what: string, kind: string): Reader {
  return (event) => {
    const { name: title } = entityOf(event);
    const target = { target_id: event.subject, target_type: kind, target_details: name(title) };
    const isNew = verbOf(event) === 'created' || verbOf(event) === 'deleted';
    const word = verbOf(event) === 'updated' ? what : `${what} ${verbOf(event).replaceAll('_', ' ')}`;
    return actionsOf(INSTANCE, target, [isNew ? lifeAction(event, what) : { change: word }]);
  };
}

/** A repository of a deleted project, which has no page of its own any more. */
function deletedRepositoryReader(message: string): Reader {
  return (event) => {
    const { project_id: projectId, path_with_namespace: path, restored_to_project_id: restoredTo } = entityOf(event);
    const target = { target_id: Number(projectId), target_type: 'Project', target_details: name(path) };
    const place = typeof restoredTo === 'number' ? projectPlace(restoredTo) : INSTANCE;
    return actionsOf(place, target, [{ custom_message: message }]);
  };
}

function all<Resource extends string, Verb extends string>(
  resource: Resource,
  verbs: readonly Verb[],
  read: Reader,
): [`${Resource}.${Verb}`, Reader][] {
  return verbs.map((verb) => [`${resource}.${verb}`, read]);
}

const LIFE = ['created', 'updated', 'deleted'] as const;

const readers = new Map<EventType, Reader>([
  ...all('projects.project', LIFE, readProject),
  ...all('projects.group', LIFE, readGroup),
  ['projects.namespace.removal_started', readRemoval],
  ...all('projects.member', ['added', 'updated', 'removed'], readMember),
  ...all('projects.hook', LIFE, readHook),
  ...all('projects.system_hook', LIFE, readHook),
  ...all(
    'projects.integration',
    LIFE,
    belongingReader('integration', 'Service', ({ slug }) => slug),
  ),
  ...all(
    'projects.variable',
    LIFE,
    belongingReader('variable', 'Variable', ({ key }) => key),
  ),
  ...all(
    'projects.remote_mirror',
    LIFE,
    belongingReader('remote_mirror', 'RemoteMirror', ({ url }) => originOf(url)),
  ),
  ...all('projects.push_rule', LIFE, readPushRule),
  ['projects.export.started', messageReader('Project', 'Export requested')],
  ['projects.export.downloaded', messageReader('Project', 'Export downloaded')],
  ['projects.group_export.started', messageReader('Group', 'Export requested')],
  ['projects.group_export.downloaded', messageReader('Group', 'Export downloaded')],
  ['projects.import.completed', messageReader('Project', 'Project imported')],
  ...all('repository.protected_branch', LIFE, protectionReader('protected_branch', 'ProtectedBranch')),
  ...all('repository.protected_tag', ['created', 'deleted'], protectionReader('protected_tag', 'ProtectedTag')),
  ['repository.deleted_repository.restored', deletedRepositoryReader('Repository of a deleted project restored')],
  ['repository.deleted_repository.removal_started', deletedRepositoryReader('Repository of a deleted project removed')],
  ...all(
    'repository.trigger',
    LIFE,
    belongingReader('trigger', 'Trigger', ({ description }) => description),
  ),
  ['approvals.project.updated', readApprovals],
  ['approvals.merge_request.updated', readApprovals],
  ...all('identity.user', LIFE, readUser),
  ...all('identity.email', ['created', 'confirmed', 'deleted'], readEmail),
  ...all('identity.token', ['created', 'revoked'], readToken),
  ['identity.sign_in.completed', readSignIn],
  ['identity.git_sign_in.completed', readGitSignIn],
  ['identity.token.refreshed', readRefresh],
  ['identity.sign_in.failed', readFailedSignIn],
  ['identity.two_factor.recovery_codes_created', readRecoveryCodes],
  ...all('identity', ['sudo.started', 'impersonation.started'], readImpersonation),
  ...all('identity.ssh_key', ['created', 'deleted'], keyReader('ssh_key', 'Key')),
  ...all('identity.gpg_key', ['created', 'deleted', 'revoked'], keyReader('gpg_key', 'GpgKey')),
  ...all('identity.deploy_key', LIFE, readDeployKey),
  ...all('identity.deploy_token', ['created', 'deleted'], readDeployToken),
  ['settings.application_settings.updated', readSettings],
  ...all('settings.feature', LIFE, instanceReader('feature', 'Feature')),
  ['settings.appearance.updated', instanceReader('appearance', 'Appearance')],
  ...all('geo.node', [...LIFE, 'credentials_shown', 'repaired'], instanceReader('geo_node', 'GeoNode')),
]);

/** Types of the bus events that are audited. */
export const auditedEventTypes: readonly EventType[] = [...readers.keys()];

/** The audited actions of a bus event; none for events that are not audited. */
export function auditedActions(event: ForgeEvent): AuditedAction[] {
  return readers.get(event.type)?.(event) ?? [];
}
