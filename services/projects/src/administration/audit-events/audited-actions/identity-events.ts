/** Audited actions of the events of the identity service. */
import type { EventChanges } from '@forgemesh/events';
import {
  type Action,
  actionsOf,
  changeAction,
  entityOf,
  fieldActions,
  isCascade,
  LIFECYCLE,
  type Lifecycle,
  lifecycleAction,
  projectEntity,
  type Reader,
  type Readers,
  readersFor,
  toLabel,
  verbOf,
} from './action-builders';

/** Entity id of a failed sign-in without an account. */
const NO_ENTITY = -1;

const userFields: Record<string, string> = {
  name: 'name',
  username: 'username',
  email: 'email address',
  public_email: 'public email',
  admin: 'admin access',
  state: 'state',
  external: 'external',
  password: 'password',
  identity: 'identity',
  private_profile: 'private profile',
  can_create_group: 'group creation',
  projects_limit: 'projects limit',
  two_factor_enabled: 'two-factor authentication',
  confirmed_at: 'email confirmation',
};

const readUser: Reader<`identity.user.${Lifecycle}`> = (event) => {
  const { username, name: fullName } = event.data.entity;
  const auditedEntity = entityOf('User', event.subject, username);
  const target = { target_id: Number(event.subject), target_type: 'User', target_details: toLabel(fullName) };
  const actions =
    event.type === 'identity.user.updated'
      ? fieldActions({ ...event.data.changes }, userFields)
      : [lifecycleAction(event, 'user')];
  return actionsOf(auditedEntity, target, actions);
};

/** An added, confirmed or removed email, as an action on its user. */
const readEmail: Reader<`identity.email.${'created' | 'confirmed' | 'deleted'}`> = (event) => {
  const { email } = event.data.changes;
  const target = { target_id: email?.id ?? 0, target_type: 'Email', target_details: toLabel(email?.email) };
  const action = verbOf(event) === 'confirmed' ? { change: 'email confirmation' } : lifecycleAction(event, 'email');
  return actionsOf(entityOf('User', event.subject, event.data.entity.username), target, [action]);
};

const readToken: Reader<`identity.token.${'created' | 'revoked'}`> = (event) => {
  const { id, user_id: userId, name: title, impersonation: isImpersonation } = event.data.entity;
  const object = isImpersonation ? 'impersonation_token' : 'personal_access_token';
  const target = { target_id: Number(id), target_type: 'PersonalAccessToken', target_details: toLabel(title) };
  return actionsOf(entityOf('User', userId), target, [lifecycleAction(event, object)]);
};

const readSignIn: Reader<'identity.sign_in.completed'> = (event) => {
  const { user_id: userId } = event.data.entity;
  const target = { target_id: Number(userId), target_type: 'User', target_details: '' };
  return actionsOf(entityOf('User', userId), target, [{ with: 'standard' }]);
};

const readGitSignIn: Reader<'identity.git_sign_in.completed'> = (event) => {
  const { user_id: id, username, name: fullName } = event.data.entity;
  const target = { target_id: Number(id), target_type: 'User', target_details: toLabel(fullName) };
  return actionsOf(entityOf('User', id, username), target, [{ with: 'git' }]);
};

const readRefresh: Reader<'identity.token.refreshed'> = (event) => {
  const { user_id: userId } = event.data.entity;
  const target = { target_id: Number(userId), target_type: 'User', target_details: '' };
  return actionsOf(entityOf('User', userId), target, [{ custom_message: 'Sign-in refreshed' }]);
};

const readFailedSignIn: Reader<'identity.sign_in.failed'> = (event) => {
  const { user_id: userId, username } = event.data.entity;
  const id = userId ?? NO_ENTITY;
  const target = { target_id: id, target_type: 'User', target_details: toLabel(username) || 'An unknown user' };
  return actionsOf(entityOf('User', id, username ?? ''), target, [{ failed_login: 'STANDARD' }]);
};

const readRecoveryCodes: Reader<'identity.two_factor.recovery_codes_created'> = (event) => {
  const { user_id: id, username, name: fullName } = event.data.entity;
  const target = { target_id: Number(id), target_type: 'User', target_details: toLabel(fullName) };
  return actionsOf(entityOf('User', id, username), target, [{ custom_message: 'Two-factor recovery codes replaced' }]);
};

const readImpersonation: Reader<`identity.${'sudo' | 'impersonation'}.started`> = (event) => {
  const { user_id: id, username, name: fullName } = event.data.entity;
  const target = { target_id: Number(id), target_type: 'User', target_details: toLabel(fullName) };
  const how = event.type.startsWith('identity.sudo.') ? 'sudo' : 'an impersonation token';
  return actionsOf(entityOf('User', id, username), target, [
    { custom_message: `Started to act as the user with ${how}` },
  ]);
};

type KeyType = `identity.ssh_key.${'created' | 'deleted'}` | `identity.gpg_key.${'created' | 'deleted' | 'revoked'}`;

function keyReader(object: string, targetType: string): Reader<KeyType> {
  return (event) => {
    const { entity } = event.data;
    if (/deleted|revoked/.test(verbOf(event)) && isCascade(event)) return null;
    const label = 'title' in entity ? `${entity.title} ${entity.fingerprint}` : entity.fingerprint;
    const target = { target_id: entity.id, target_type: targetType, target_details: toLabel(label) };
    return actionsOf(entityOf('User', entity.user_id), target, [lifecycleAction(event, object)]);
  };
}

/** A deploy key: one action for each project that it was added to, removed from or changed for. */
const readDeployKey: Reader<`identity.deploy_key.${Lifecycle}`> = (event) => {
  const { id, title, fingerprint, projects: now = [] } = event.data.entity;
  const changes: EventChanges<'identity.deploy_key.updated'> =
    event.type === 'identity.deploy_key.updated' ? event.data.changes : {};
  const { projects: links, title: renamed } = changes;
  const target = {
    target_id: Number(id),
    target_type: 'DeployKey',
    target_details: toLabel(`${title} ${fingerprint}`),
  };
  // The removal from the last project is audited by the update event.
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
    return actionsOf(projectEntity(projectId), target, actions);
  });
};

const readDeployToken: Reader<`identity.deploy_token.${'created' | 'deleted'}`> = (event) => {
  const { id, name: title, project_id: projectId, group_id: groupId } = event.data.entity;
  if (verbOf(event) === 'deleted' && isCascade(event)) return null;
  const auditedEntity = projectId ? projectEntity(projectId) : entityOf('Group', groupId);
  const target = { target_id: Number(id), target_type: 'DeployToken', target_details: toLabel(title) };
  return actionsOf(auditedEntity, target, [lifecycleAction(event, 'deploy_token')]);
};

/** Readers by event type. */
export const identityReaders: Readers = {
  ...readersFor('identity.user', LIFECYCLE, readUser),
  ...readersFor('identity.email', ['created', 'confirmed', 'deleted'], readEmail),
  ...readersFor('identity.token', ['created', 'revoked'], readToken),
  ...readersFor('identity.sign_in', ['completed'], readSignIn),
  ...readersFor('identity.git_sign_in', ['completed'], readGitSignIn),
  ...readersFor('identity.token', ['refreshed'], readRefresh),
  ...readersFor('identity.sign_in', ['failed'], readFailedSignIn),
  ...readersFor('identity.two_factor', ['recovery_codes_created'], readRecoveryCodes),
  ...readersFor('identity', ['sudo.started', 'impersonation.started'], readImpersonation),
  ...readersFor('identity.ssh_key', ['created', 'deleted'], keyReader('ssh_key', 'Key')),
  ...readersFor('identity.gpg_key', ['created', 'deleted', 'revoked'], keyReader('gpg_key', 'GpgKey')),
  ...readersFor('identity.deploy_key', LIFECYCLE, readDeployKey),
  ...readersFor('identity.deploy_token', ['created', 'deleted'], readDeployToken),
};
