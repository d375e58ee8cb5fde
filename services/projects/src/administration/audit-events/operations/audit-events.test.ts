import { generateKeyPairSync } from 'node:crypto';
import {
  api,
  asRoot,
  createUser,
  waitFor,
  mesh,
  unique,
  addMember,
  createMember,
  createGroup,
  createProject,
  borrowUser,
  borrowMember,
  type ApiClient,
  type ApiResponse,
  type TestUser,
  type TestGroup,
  type TestProject,
} from '@forgemesh/testing';
import mongoose, { type Connection } from 'mongoose';
import { createAuditEventModel } from '../audit-event.model';
import { sweepAuditEvents } from '../sweep-audit-events';

interface Event {
  id: number;
  author_id: number;
  entity_id: number;
  entity_type: string;
  details: Record<string, unknown>;
  created_at: string;
}

const root = asRoot();
const password = 'a-long-password-1';
const sshKey = newSshKey();

/** A new key for each run: a key belongs to one user only. */
function newSshKey(): string {
  const { publicKey } = generateKeyPairSync('ed25519');
  const point = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const parts = [Buffer.from('ssh-ed25519'), point].flatMap((part) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    return [length, part];
  });
  return `ssh-ed25519 ${Buffer.concat(parts).toString('base64')}`;
}

function eventsIn({ body }: ApiResponse): Event[] {
  return body as Event[];
}

/** Waits until a list has an event with these details; returns the newest. */
async function recorded(path: string, details: object, as: ApiClient = root): Promise<Event> {
  const matches = ({ details: own }: Event): boolean =>
    Object.entries(details).every(([key, value]) => JSON.stringify(own[key]) === JSON.stringify(value));
  const response = await waitFor(
    () => as.get(`${path}${path.includes('?') ? '&' : '?'}per_page=100`),
    (found) => Array.isArray(found.body) && eventsIn(found).some(matches),
  );
  return eventsIn(response).find(matches) as Event;
}

const ofUser = (id: number): string => `/audit_events?entity_type=User&entity_id=${id}`;

async function signIn(username: string, secret: string): Promise<number> {
  const body = new URLSearchParams({ grant_type: 'password', username, password: secret });
  return (await fetch(`${mesh().url}/oauth/token`, { method: 'POST', body })).status;
}

async function inDatabase<T>(run: (connection: Connection) => Promise<T>): Promise<T> {
  const { mongodbUri, databasePrefix } = mesh();
  const connection = mongoose.createConnection(mongodbUri, { dbName: `${databasePrefix}_projects` });
  try {
    return await run(await connection.asPromise());
  } finally {
    await connection.close();
  }
}

describe('audit events', () => {
  let owner: TestUser;
  let project: TestProject;
  let group: TestGroup;
  let ofProject: string;
  let ofGroup: string;
  beforeAll(async () => {
    owner = await createUser();
    [project, group] = await Promise.all([createProject(owner.api), createGroup(owner.api)]);
    [ofProject, ofGroup] = [`/projects/${project.id}/audit_events`, `/groups/${group.id}/audit_events`];
  });

  describe('GET /projects/:id/audit_events', () => {
    it('lists actions of maintainers with author, target, address and changed values', async () => {
      const member = await createMember(owner.api, `/projects/${project.id}`, 30);
      const added = await recorded(ofProject, { add: 'user_access', target_id: member.id }, owner.api);
      expect(added).toEqual({
        id: expect.any(Number),
        author_id: owner.id,
        entity_id: project.id,
        entity_type: 'Project',
        details: {
          add: 'user_access',
          as: 'Developer',
          author_name: expect.any(String),
          target_id: member.id,
          target_type: 'User',
          target_details: expect.any(String),
          ip_address: '127.0.0.1',
          entity_path: project.path_with_namespace,
          token_id: expect.any(Number),
          correlation_id: expect.any(String),
        },
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      });
      await owner.api.put(`/projects/${project.id}/members/${member.id}`, { access_level: 40 });
      await recorded(ofProject, { change: 'access_level', from: 'Developer', to: 'Maintainer' }, member.api);
      await owner.api.delete(`/projects/${project.id}/members/${member.id}`);
      await recorded(ofProject, { remove: 'user_access', target_id: member.id }, owner.api);
    });

    it('records changes of visibility, archiving, names and shares', async () => {
      const path = `/projects/${project.id}`;
      await owner.api.put(path, { visibility: 'internal', description: 'not of interest' });
      await recorded(ofProject, { change: 'visibility', from: 'private', to: 'internal' }, owner.api);
      await owner.api.post(`${path}/archive`);
      await recorded(ofProject, { custom_message: 'Project archived' }, owner.api);
      await owner.api.post(`${path}/unarchive`);
      await recorded(ofProject, { custom_message: 'Project unarchived' }, owner.api);
      await owner.api.post(`${path}/share`, { group_id: group.id, group_access: 20 });
      await recorded(ofProject, { add: 'project_group_link', as: 'Reporter', target_id: group.id }, owner.api);
      await owner.api.delete(`${path}/share/${group.id}`);
      const deleted = await recorded(ofProject, { remove: 'project_group_link' }, owner.api);
      expect(deleted.details['target_details']).toBe(group.full_path);
      const { body } = await owner.api.get(`${ofProject}?per_page=100`);
      expect(JSON.stringify(body)).not.toContain('not of interest');
    });

    it('records protections, approval settings and rules, push rules, hooks, variables and deploy tokens', async () => {
      const path = `/projects/${project.id}`;
      await owner.api.post(`${path}/protected_branches`, { name: 'release-*' });
      await recorded(ofProject, { add: 'protected_branch', target_details: 'release-*' }, owner.api);
      await owner.api.delete(`${path}/protected_branches/release-*`);
      await recorded(ofProject, { remove: 'protected_branch', target_details: 'release-*' }, owner.api);
      await owner.api.post(`${path}/protected_tags`, { name: 'v*' });
      await recorded(ofProject, { add: 'protected_tag', target_details: 'v*' }, owner.api);
      await owner.api.delete(`${path}/protected_tags/v*`);
      await recorded(ofProject, { remove: 'protected_tag', target_details: 'v*' }, owner.api);
      await owner.api.post(`${path}/approvals`, { reset_approvals_on_push: false });
      await recorded(ofProject, { change: 'reset approvals on push', from: 'true', to: 'false' }, owner.api);
      const rule = { name: 'security', approvals_required: 1, user_ids: [owner.id] };
      const { body: resource } = await owner.api.post(`${path}/approval_rules`, rule);
      await recorded(ofProject, { add: 'approval_rule', target_details: 'security' }, owner.api);
      await owner.api.delete(`${path}/approval_rules/${resource.id}`);
      await recorded(ofProject, { remove: 'approval_rule', target_details: 'security' }, owner.api);
      await owner.api.post(`${path}/push_rule`, { deny_delete_tag: true });
      await recorded(ofProject, { add: 'push_rule' }, owner.api);
      await owner.api.put(`${path}/push_rule`, { deny_delete_tag: false });
      await recorded(ofProject, { change: 'deny delete tag', from: 'true', to: 'false' }, owner.api);
      const secret = unique('secret');
      const inUrl = unique('path');
      const url = `https://user:${inUrl}@hooks.example.com/${inUrl}`;
      const { body: hook } = await owner.api.post(`${path}/hooks`, { url, token: secret });
      await recorded(ofProject, { add: 'project_hook', target_details: 'https://hooks.example.com' }, owner.api);
      await owner.api.put(`${path}/hooks/${hook.id}`, { url, token: `${secret}-2` });
      await recorded(ofProject, { change: 'hook', target_id: hook.id }, owner.api);
      await owner.api.delete(`${path}/hooks/${hook.id}`);
      await recorded(ofProject, { remove: 'project_hook', target_id: hook.id }, owner.api);
      await owner.api.post(`${path}/variables`, { key: 'KEY', value: inUrl });
      await recorded(ofProject, { add: 'variable', target_details: 'KEY' }, owner.api);
      const token = { name: 'machine', scopes: ['read_repository'] };
      await owner.api.post(`${path}/deploy_tokens`, token);
      await recorded(ofProject, { add: 'deploy_token', target_details: 'machine' }, owner.api);
      const { body } = await owner.api.get(`${ofProject}?per_page=100`);
      for (const text of [secret, inUrl]) expect(JSON.stringify(body)).not.toContain(text);
    });

    it('records exports and downloads of the archive', async () => {
      const own = await createProject(owner.api);
      const path = `/projects/${own.id}`;
      expect((await owner.api.post(`${path}/export`)).status).toBe(202);
      await recorded(`${path}/audit_events`, { custom_message: 'Export requested' }, owner.api);
      await waitFor(
        () => owner.api.get(`${path}/export`),
        ({ body }) => body.export_status === 'finished',
      );
      expect((await owner.api.get(`${path}/export/download`)).status).toBe(200);
      const event = await recorded(`${path}/audit_events`, { custom_message: 'Export downloaded' }, owner.api);
      expect(event).toMatchObject({ author_id: owner.id, details: { ip_address: '127.0.0.1' } });
    });

    it('filters by time, paginates, and gets one event', async () => {
      const response = await owner.api.get(`${ofProject}?per_page=1`);
      const [newest] = eventsIn(response);
      expect(response.headers.get('x-next-page')).toBe('2');
      expect((await owner.api.get(`${ofProject}/${newest?.id}`)).body).toEqual(newest);
      const before = `created_before=${newest?.created_at}`;
      const after = `created_after=${newest?.created_at}`;
      expect(eventsIn(await owner.api.get(`${ofProject}?${before}&${after}`)).map(({ id }) => id)).toContain(
        newest?.id,
      );
      expect(eventsIn(await owner.api.get(`${ofProject}?created_after=2999-01-01T00:00:00Z`))).toEqual([]);
      expect(eventsIn(await owner.api.get(`${ofProject}?created_before=2000-01-01T00:00:00Z`))).toEqual([]);
      expect((await owner.api.get(`${ofProject}?created_after=soon`)).body).toEqual({
        error: 'created_after is invalid',
      });
      for (const id of [999_999_999, 'x'])
        expect((await owner.api.get(`${ofProject}/${id}`)).status).toBe(id === 'x' ? 400 : 404);
      const other = await createProject(owner.api);
      expect((await owner.api.get(`/projects/${other.id}/audit_events/${newest?.id}`)).status).toBe(404);
    });

    it('requires a maintainer', async () => {
      const [developer, maintainer] = [
        await createMember(owner.api, `/projects/${project.id}`, 30),
        await borrowMember(owner.api, `/projects/${project.id}`, 40),
      ];
      expect((await maintainer.api.get(ofProject)).status).toBe(200);
      for (const path of [ofProject, `${ofProject}/1`]) {
        expect((await developer.api.get(path)).status).toBe(403);
        expect((await (await borrowUser()).api.get(path)).status).toBe(403);
        expect((await api().get(path)).status).toBe(401);
      }
      const hidden = await createProject(owner.api);
      expect((await developer.api.get(`/projects/${hidden.id}/audit_events`)).status).toBe(404);
    });
  });

  describe('GET /groups/:id/audit_events', () => {
    it('lists actions of owners', async () => {
      const member = await createUser();
      await addMember(owner.api, `/groups/${group.id}`, member, 40);
      const added = await recorded(ofGroup, { add: 'user_access', target_id: member.id }, owner.api);
      expect(added).toMatchObject({
        entity_type: 'Group',
        details: { as: 'Maintainer', entity_path: group.full_path },
      });
      await owner.api.put(`/groups/${group.id}`, { visibility: 'public', project_creation_level: 'noone' });
      await recorded(ofGroup, { change: 'visibility', from: 'private', to: 'public' }, owner.api);
      await recorded(ofGroup, { change: 'project creation level', to: 'noone' }, owner.api);
      expect((await owner.api.get(`${ofGroup}/${added.id}`)).body).toEqual(added);
      expect((await owner.api.get(`${ofProject}/${added.id}`)).status).toBe(404);
      expect((await member.api.get(ofGroup)).status).toBe(403);
      expect((await member.api.get(`${ofGroup}/${added.id}`)).status).toBe(403);
      expect((await api().get(ofGroup)).status).toBe(401);
    });
  });

  describe('GET /audit_events', () => {
    it('records sign-ins and failed sign-ins', async () => {
      const user = await createUser();
      expect(await signIn(user.username, password)).toBe(200);
      const event = await recorded(ofUser(user.id), { with: 'standard' });
      expect(event).toMatchObject({ author_id: user.id, details: { ip_address: '127.0.0.1', target_type: 'User' } });
      const guess = unique('guess');
      expect(await signIn(user.username, guess)).toBe(401);
      const failed = await recorded(ofUser(user.id), { failed_login: 'STANDARD' });
      expect(failed).toMatchObject({
        author_id: -1,
        entity_id: user.id,
        details: { target_details: user.username, ip_address: '127.0.0.1', entity_path: user.username },
      });
      // The user name may contain a mistyped password, so it is not logged.
      expect(await signIn(guess, password)).toBe(401);
      const unknown = await recorded('/audit_events?entity_type=User&entity_id=-1', { failed_login: 'STANDARD' });
      expect(unknown.details).toMatchObject({ author_name: 'An unknown user', target_details: 'An unknown user' });
      expect(JSON.stringify((await root.get('/audit_events?per_page=100')).body)).not.toContain(guess);
    });

    it('records git sign-ins by password once per hour, failed ones and refreshes', async () => {
      const user = await createUser();
      const fetchFromGit = (secret: string) =>
        fetch(`${mesh().url}/nobody/nothing.git/info/refs?service=git-upload-pack`, {
          headers: { Authorization: `Basic ${Buffer.from(`${user.username}:${secret}`).toString('base64')}` },
        });
      // The hourly window may end during the loop.
      for (let n = 0; n < 5; n++) expect((await fetchFromGit(password)).status).toBe(404);
      expect((await fetchFromGit(unique('guess'))).status).toBe(401);
      const event = await recorded(ofUser(user.id), { with: 'git' });
      expect(event).toMatchObject({ author_id: user.id, details: { ip_address: '127.0.0.1', target_type: 'User' } });
      await recorded(ofUser(user.id), { failed_login: 'STANDARD' });
      const session = await fetch(`${mesh().url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'password', username: user.username, password }),
      });
      const { refresh_token = '' } = (await session.json()) as { refresh_token?: string };
      await fetch(`${mesh().url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token }),
      });
      const refreshed = await recorded(ofUser(user.id), { custom_message: 'Sign-in refreshed' });
      expect(refreshed).toMatchObject({ author_id: user.id, details: { ip_address: '127.0.0.1' } });
      const { body } = await root.get(`${ofUser(user.id)}&per_page=100`);
      const gitSignIns = body.filter(({ details }: { details: { with?: string } }) => details.with === 'git');
      expect(gitSignIns.length).toBeLessThanOrEqual(2);
    });

    it('records tokens, impersonation and sudo', async () => {
      const user = await createUser();
      const token = { name: unique('robot'), scopes: ['api'] };
      const { body: resource } = await root.post(`/users/${user.id}/impersonation_tokens`, token);
      await recorded(ofUser(user.id), { add: 'impersonation_token', target_details: token.name });
      expect((await api(resource.token).get('/user')).status).toBe(200);
      const used = await recorded(ofUser(user.id), {
        custom_message: 'Started to act as the user with an impersonation token',
      });
      expect(used.details['token_id']).toBe(resource.id);
      await root.delete(`/users/${user.id}/impersonation_tokens/${resource.id}`);
      await recorded(ofUser(user.id), { remove: 'impersonation_token', target_id: resource.id });
      const { body: created } = await root.post(
        '/projects',
        { name: unique('p'), visibility: 'private' },
        {
          Sudo: user.username,
        },
      );
      const started = await recorded(ofUser(user.id), { custom_message: 'Started to act as the user with sudo' });
      const { body: self } = await root.get('/user');
      expect(started.author_id).toBe(self.id);
      const event = await recorded(`/projects/${created.id}/audit_events`, { add: 'project' });
      expect(event).toMatchObject({
        author_id: user.id,
        details: { real_author_id: self.id, real_author_name: self.name, token_id: expect.any(Number) },
      });
    });

    it('records changes of users, their keys and changes by administrators', async () => {
      const user = await createUser();
      await recorded(ofUser(user.id), { add: 'user', target_id: user.id });
      await root.put(`/users/${user.id}`, { admin: true, password: 'another-long-password-1' });
      await recorded(ofUser(user.id), { change: 'admin access', from: 'false', to: 'true' });
      const changed = await recorded(ofUser(user.id), { change: 'password' });
      expect(changed.details).not.toHaveProperty('to');
      await root.post(`/users/${user.id}/block`);
      await recorded(ofUser(user.id), { change: 'state', from: 'active', to: 'blocked' });
      await root.delete(`/users/${user.id}`);
      const deleted = await recorded(ofUser(user.id), { remove: 'user' });
      expect(deleted.details['entity_path']).toBe(user.username);
    });

    it('records application settings by name, without the values of secrets', async () => {
      const secret = unique('secret');
      const { body: before } = await root.get('/application/settings');
      try {
        await root.put('/application/settings', { akismet_api_key: secret, first_day_of_week: 6 });
        const group = '/audit_events?entity_type=Gitlab::Audit::InstanceScope';
        const changed = await recorded(group, { change: 'first_day_of_week', to: '6' });
        expect(changed.details).toMatchObject({ from: String(before.first_day_of_week), entity_path: null });
        const hidden = await recorded(group, { change: 'akismet_api_key' });
        expect(hidden.details).not.toHaveProperty('to');
        expect(JSON.stringify((await root.get(`${group}&per_page=100`)).body)).not.toContain(secret);
      } finally {
        const { first_day_of_week } = before;
        await root.put('/application/settings', { akismet_api_key: null, first_day_of_week });
      }
    });

    it('keeps the events of deleted objects', async () => {
      const [own, group] = await Promise.all([createProject(owner.api), createGroup(owner.api)]);
      await owner.api.delete(`/projects/${own.id}`);
      const deleted = await recorded(`/audit_events?entity_type=Project&entity_id=${own.id}`, { remove: 'project' });
      expect(deleted.details).toMatchObject({ target_id: own.path_with_namespace, ip_address: '127.0.0.1' });
      await owner.api.delete(`/groups/${group.id}`);
      const list = `/audit_events?entity_type=Group&entity_id=${group.id}`;
      await recorded(list, { custom_message: 'Group marked for deletion', ip_address: '127.0.0.1' });
      await recorded(list, { remove: 'group' });
      // Removing the members of a deleted group is not recorded separately.
      expect(eventsIn(await root.get(list)).filter(({ details }) => details['remove'] === 'user_access')).toEqual([]);
    });

    it('requires an administrator, and accepts an entity id only with a type', async () => {
      for (const path of ['/audit_events', '/audit_events/1']) {
        expect((await owner.api.get(path)).status).toBe(403);
        expect((await api().get(path)).status).toBe(401);
      }
      const [one] = eventsIn(await root.get('/audit_events?per_page=1'));
      expect((await root.get(`/audit_events/${one?.id}`)).body).toEqual(one);
      expect((await root.get('/audit_events/999999999')).status).toBe(404);
      expect((await root.get('/audit_events?entity_id=1')).status).toBe(400);
      expect((await root.get('/audit_events?entity_type=Thing')).body).toEqual({
        error: 'entity_type does not have a valid value',
      });
    });

    it('cannot be changed or deleted', async () => {
      const [one] = eventsIn(await root.get('/audit_events?per_page=1'));
      for (const method of ['put', 'post', 'delete'] as const)
        expect((await root[method](`/audit_events/${one?.id}`)).status).toBe(405);
    });
  });

  it('is removed after the retention period', async () => {
    const audited = await recorded(ofProject, { add: 'project' }, owner.api);
    const days = 1095;
    await inDatabase(async (connection) => {
      const model = createAuditEventModel(connection);
      const row = await model.findById(audited.id).lean();
      const old = { ...row, _id: 2_000_000_000 + audited.id, effect_key: unique('old') };
      await model.insertMany([{ ...old, created_at: new Date(Date.now() - (days + 1) * 86_400_000) }]);
      const current = () => ({ audit_event_retention_days: days });
      await sweepAuditEvents.run({ auditEvents: model, settings: { current } as never });
      expect(await model.distinct('_id', { _id: { $in: [audited.id, old._id] } })).toEqual([audited.id]);
    });
  });

  it('accepts keys of users and projects', async () => {
    const { body: key } = await owner.api.post('/user/keys', { title: 'laptop', key: sshKey });
    await recorded(ofUser(owner.id), { add: 'ssh_key', target_id: key.id });
    await owner.api.delete(`/user/keys/${key.id}`);
    await recorded(ofUser(owner.id), { remove: 'ssh_key', target_id: key.id });
    const own = await createProject(owner.api);
    const keys = `/projects/${own.id}/deploy_keys`;
    const { body: deployKey } = await owner.api.post(keys, { title: 'machine', key: sshKey });
    await recorded(`/projects/${own.id}/audit_events`, { add: 'deploy_key', target_id: deployKey.id }, owner.api);
    await owner.api.put(`${keys}/${deployKey.id}`, { can_push: true });
    await recorded(`/projects/${own.id}/audit_events`, { change: 'deploy key write access', to: 'true' }, owner.api);
    await owner.api.delete(`${keys}/${deployKey.id}`);
    await recorded(`/projects/${own.id}/audit_events`, { remove: 'deploy_key' }, owner.api);
  });
});
