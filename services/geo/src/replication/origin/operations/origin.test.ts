/** Operations that secondaries call on the primary. */
import { createHash } from 'node:crypto';
import {
  api,
  asRoot,
  createUser,
  waitFor,
  mesh,
  unique,
  createGroup,
  type ApiResponse,
  type TestUser,
} from '@forgemesh/testing';
import { SignJWT } from 'jose';
import { createNodeToken } from '#nodes/node-token';

let nodeId: number;
let credentials: string;
let user: TestUser;
let name: string;

beforeAll(async () => {
  name = unique('node');
  nodeId = (await asRoot().post('/geo_nodes', { name, url: `https://${name}.example.com` })).body.id;
  credentials = (await asRoot().post(`/geo_nodes/${nodeId}/credentials`)).body.secret;
  user = await createUser();
});
afterAll(async () => {
  await asRoot().delete(`/geo_nodes/${nodeId}`);
});

async function callAsNode(path: string, fields: object, token?: string): Promise<ApiResponse> {
  return api().post(`/geo/${path}`, { node_token: token ?? (await createNodeToken(credentials)), ...fields });
}

function namesOf(prefix: string): { name: string; path: string } {
  const path = unique(prefix);
  return { name: path, path };
}

async function newProject(): Promise<number> {
  const created = await user.api.post('/projects', { name: unique('project'), initialize_with_readme: true });
  return created.body.id;
}

describe('POST /geo/events', () => {
  it('lists the entries after a given one, without duplicates and gaps', async () => {
    const { body: before } = await callAsNode('events', { after: 0 });
    const id = await newProject();
    const after = before.last_event_id;
    const isOwn = (event: { project_id: number }): boolean => event.project_id === id;
    const typesOf = ({ body }: ApiResponse): string[] =>
      body.events.filter(isOwn).map(({ type }: { type: string }) => type);
    const { body } = await waitFor(
      () => callAsNode('events', { after }),
      (response) => ['project_changed', 'repository_changed'].every((type) => typesOf(response).includes(type)),
    );
    const ids = body.events.map((event: { id: number }) => event.id);
    expect(ids).toEqual(ids.map((_: number, index: number) => after + 1 + index));
    expect(body).toMatchObject({ last_event_id: expect.any(Number), last_event_at: expect.any(String) });
    expect(body.oldest_event_id).toBeGreaterThan(0);
    await user.api.delete(`/projects/${id}`);
    await waitFor(
      () => callAsNode('events', { after }),
      (response) => typesOf(response).includes('project_removed'),
    );
  });
});

describe('POST /geo/projects', () => {
  it('lists the projects after a given one', async () => {
    const id = await newProject();
    const { body } = await callAsNode('projects', { after_id: id - 1 });
    expect(body.project_ids[0]).toBe(id);
    expect((await callAsNode('projects', { after_id: 999_999_999 })).body).toEqual({
      project_ids: [],
      excluded_project_ids: [],
    });
  });
});

describe('the selection of a node', () => {
  it('sets projects outside of it apart, also below groups', async () => {
    const outside = await newProject();
    const group = await createGroup(asRoot(), namesOf('group'));
    const { body: subgroup } = await asRoot().post('/groups', { ...namesOf('sub'), parent_id: group.id });
    const { body: inside } = await asRoot().post('/projects', { name: unique('inside'), namespace_id: subgroup.id });
    const select = (fields: object) =>
      asRoot().put(`/geo_nodes/${nodeId}`, { name, url: `https://${name}.example.com`, ...fields });
    const { body: before } = await callAsNode('events', { after: 0 });
    await select({ selective_sync_type: 'namespaces', selective_sync_namespace_ids: [group.id] });
    try {
      const { body } = await callAsNode('projects', { after_id: outside - 1 });
      expect(body.project_ids).toContain(inside.id);
      expect(body.project_ids).not.toContain(outside);
      expect(body.excluded_project_ids).toContain(outside);
      const commit = { branch: 'next', start_branch: 'main', commit_message: 'Change', actions: [] };
      await user.api.post(`/projects/${outside}/repository/commits`, commit);
      await asRoot().put(`/projects/${outside}/transfer`, { namespace: subgroup.id });
      const typesOf = ({ body: { events } }: ApiResponse, id: number): string[] =>
        events
          .filter((event: { project_id: number }) => event.project_id === id)
          .map(({ type }: { type: string }) => type);
      const { body: moved } = await callAsNode('projects', { after_id: outside - 1 });
      expect(moved.project_ids).toContain(outside);
      await select({ selective_sync_namespace_ids: [] });
      const all = await waitFor(
        () => callAsNode('events', { after: before.last_event_id }),
        (response) => typesOf(response, outside).length > 0,
      );
      expect(new Set([...typesOf(all, outside), ...typesOf(all, inside.id)])).toEqual(new Set(['project_excluded']));
    } finally {
      await select({ selective_sync_type: null });
    }
  });
});

describe('POST /geo/repository_state', () => {
  it('returns the state of a repository', async () => {
    const project_id = await newProject();
    const { body } = await callAsNode('repository_state', { project_id, kind: 'repository' });
    expect(body).toEqual({
      found: true,
      checksum: expect.stringMatching(/^[0-9a-f]{40}$/),
      head: 'master',
      log_incarnation: '',
      log_seq: 0,
      facts_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const { facts } = (await callAsNode('repository_facts', { project_id })).body;
    expect(JSON.parse(facts)).toMatchObject({ protectedBranches: [{ name: 'master' }], releases: [] });
    expect((await callAsNode('repository_state', { project_id, kind: 'wiki' })).body.checksum).toBe('0'.repeat(40));
    expect((await callAsNode('repository_state', { project_id: 999_999, kind: 'wiki' })).body.found).toBe(false);
    expect((await callAsNode('repository_state', { project_id, kind: 'snippet' })).status).toBe(400);
  });
});

describe('POST /geo/repository_log and /geo/pack', () => {
  it('returns no log of a repository whose objects are only in its folder, and knows no pack', async () => {
    const none = { log: '', has_more: false, is_whole: false };
    const project_id = await newProject();
    const log = (fields: object) => callAsNode('repository_log', { project_id, kind: 'repository', ...fields });
    expect(await log({})).toMatchObject({ status: 200, body: none });
    expect((await log({ project_id: 999_999_999, incarnation: 'a', after: 3 })).body).toEqual(none);
    expect((await log({ kind: 'snippet' })).status).toBe(400);
    expect((await callAsNode('pack', { sha256: 'a'.repeat(64) })).status).toBe(404);
    expect((await callAsNode('pack', { sha256: '../a' })).status).toBe(400);
  });
});

describe('POST /geo/files, /geo/file_state and /geo/file', () => {
  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(100)]);
  let projectId: number;
  beforeAll(async () => {
    projectId = await newProject();
  });

  function form(field: string, content: Buffer, fileName: string): FormData {
    const body = new FormData();
    body.set(field, new Blob([new Uint8Array(content)]), fileName);
    return body;
  }

  /** Ids of the files of a kind that were logged after an event. */
  async function changed(after: number, kind: string): Promise<number[]> {
    const { events } = (await callAsNode('events', { after })).body;
    return (events as { type: string; file_kind?: string; file_id: number }[])
      .filter(({ type, file_kind }) => type === 'file_changed' && file_kind === kind)
      .map(({ file_id }) => file_id);
  }

  const newest = async (): Promise<number> => (await callAsNode('events', { after: 0 })).body.last_event_id;

  /** Downloads a content as a node does. */
  async function download(fields: object): Promise<{ status: number; content: Buffer }> {
    const node_token = await createNodeToken(credentials);
    const response = await fetch(`${mesh().url}/api/v4/geo/file`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ node_token, ...fields }),
    });
    return { status: response.status, content: Buffer.from(await response.arrayBuffer()) };
  }

  it('logs, lists and returns uploads', async () => {
    const after = await newest();
    const content = Buffer.from('Some content');
    const { body: upload } = await user.api.post(`/projects/${projectId}/uploads`, form('file', content, 'a.txt'));
    // Entries of other projects may be logged in between.
    const id = await waitFor(
      async () => {
        for (const one of await changed(after, 'upload'))
          if ((await callAsNode('file_state', { kind: 'upload', id: one })).body.belongs_to === projectId) return one;
        return 0;
      },
      (found) => found > 0,
    );
    expect((await callAsNode('files', { kind: 'upload', after_id: id - 1 })).body.file_ids[0]).toBe(id);
    const state = (await callAsNode('file_state', { kind: 'upload', id })).body;
    expect(state).toEqual({
      found: true,
      name: 'a.txt',
      secret: upload.url.split('/')[2],
      belongs_to: projectId,
      expires_at: null,
      content: expect.any(String),
      checksum: createHash('sha256').update(content).digest('hex'),
    });
    const unchanged = await callAsNode('file_state', { kind: 'upload', id, known_content: state.content });
    expect(unchanged.body).toEqual({ ...state, checksum: null });
    expect(await download({ kind: 'upload', id, content: state.content })).toEqual({ status: 200, content });
    expect((await callAsNode('file_state', { kind: 'upload', id: 999_999_999 })).body).toMatchObject({ found: false });
    expect((await callAsNode('files', { kind: 'upload', after_id: 999_999_999 })).body).toEqual({ file_ids: [] });
  });

  it.each([
    ['project_avatar', async () => ({ id: projectId, route: `/projects/${projectId}`, as: user.api })],
    [
      'group_avatar',
      async () => {
        const path = unique('group');
        const { id } = await createGroup(user.api, { name: path, path });
        return { id, route: `/groups/${id}`, as: user.api };
      },
    ],
    ['user_avatar', async () => ({ id: user.id, route: `/users/${user.id}`, as: asRoot() })],
  ])('logs new, changed and deleted avatars: %s', async (kind, make) => {
    const { id, route, as } = await make();
    const after = await newest();
    const waitForChanges = (count: number) =>
      waitFor(
        async () => (await changed(after, kind)).filter((one) => one === id),
        (ids) => ids.length >= count,
      );
    await as.put(route, form('avatar', png, 'logo.png'));
    await waitForChanges(1);
    const first = (await callAsNode('file_state', { kind, id })).body;
    expect(first).toMatchObject({ found: true, name: 'logo.png', secret: '', belongs_to: id });
    expect((await callAsNode('files', { kind, after_id: id - 1 })).body.file_ids[0]).toBe(id);
    const other = Buffer.concat([png, Buffer.alloc(10)]);
    await as.put(route, form('avatar', other, 'logo.png'));
    await waitForChanges(2);
    const second = (await callAsNode('file_state', { kind, id })).body;
    expect(second.checksum).not.toBe(first.checksum);
    expect(await download({ kind, id, content: second.content })).toEqual({ status: 200, content: other });
    await as.put(route, { avatar: '' });
    await waitForChanges(3);
    expect((await callAsNode('file_state', { kind, id })).body.found).toBe(false);
  });

  it('logs and returns export archives', async () => {
    const after = await newest();
    await user.api.post(`/projects/${projectId}/export`);
    await waitFor(
      () => changed(after, 'archive'),
      (ids) => ids.includes(projectId),
    );
    const { body } = await callAsNode('file_state', { kind: 'archive', id: projectId });
    expect(body).toMatchObject({
      found: true,
      name: expect.stringMatching(/_export\.tar\.gz$/),
      belongs_to: projectId,
    });
    expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.now());
    expect((await callAsNode('files', { kind: 'archive', after_id: projectId - 1 })).body.file_ids[0]).toBe(projectId);
  });

  it('refuses an unknown kind', async () => {
    const refused = { status: 400, body: { error: 'kind does not have a valid value' } };
    expect(await callAsNode('files', { kind: 'snippet', after_id: 0 })).toMatchObject(refused);
    expect(await callAsNode('file_state', { kind: 'snippet', id: 1 })).toMatchObject(refused);
    expect(await callAsNode('file', { kind: 'snippet', id: 1, content: 'a' })).toMatchObject(refused);
  });
});

describe('POST /geo/authenticate', () => {
  it('authenticates a token or returns the refusal', async () => {
    const { body } = await callAsNode('authenticate', { token: user.token });
    expect(body.identity).toMatchObject({ user: { id: user.id, admin: false }, scopes: ['api'] });
    const refused = await callAsNode('authenticate', { token: 'no-token-of-anybody' });
    expect(refused).toMatchObject({ status: 200, body: { refusal: { reason: 'unauthenticated' } } });
  });
});

describe('POST /geo/authorize', () => {
  it('returns the permissions on projects, then on groups', async () => {
    const id = await newProject();
    const path = unique('group');
    const group = await createGroup(user.api, { name: path, path });
    const { body } = await callAsNode('authorize', { user_id: user.id, projects: [String(id)], groups: [path] });
    expect(body.resources).toMatchObject([{ id }, { found: true, id: group.id, level: 50 }]);
  });

  it('returns the permissions on projects', async () => {
    const id = await newProject();
    const { body } = await callAsNode('authorize', { user_id: user.id, projects: [String(id)] });
    expect(body.resources).toMatchObject([{ found: true, id, level: 50 }]);
    const stranger = await callAsNode('authorize', { projects: [String(id)] });
    expect(stranger.body.resources).toMatchObject([{ found: false }]);
  });
});

describe('POST /geo/settings', () => {
  it('returns the settings without secrets', async () => {
    const { body } = await callAsNode('settings', {});
    expect(JSON.parse(body.settings)).toMatchObject({ geo_node_allowed_ips: expect.any(String) });
  });
});

describe('POST /geo/lfs_objects and /geo/lfs_object', () => {
  it('lists and returns the large files of a project', async () => {
    const project_id = await newProject();
    const { path_with_namespace: path } = (await user.api.get(`/projects/${project_id}`)).body;
    const content = 'A large file';
    const oid = createHash('sha256').update(content).digest('hex');
    const Authorization = `Basic ${Buffer.from(`any:${user.token}`).toString('base64')}`;
    const url = `${mesh().url}/${path}.git/info/lfs/objects/${oid}/${content.length}`;
    expect((await fetch(url, { method: 'PUT', headers: { Authorization }, body: content })).status).toBe(200);
    const list = async (fields: object) => (await callAsNode('lfs_objects', fields)).body;
    const objects = [{ oid, size: content.length }];
    expect(await list({ project_id })).toEqual({ found: true, is_last: true, objects });
    expect(await list({ project_id, after: oid })).toEqual({ found: true, is_last: true, objects: [] });
    expect(await list({ project_id: 999_999_999 })).toEqual({ found: false, is_last: true, objects: [] });
    expect((await callAsNode('lfs_object', { project_id, oid })).body).toBe(content);
    expect((await callAsNode('lfs_object', { project_id, oid: 'a'.repeat(64) })).status).toBe(404);
  });
});

describe('POST /geo/status', () => {
  it('returns all nodes, without credentials', async () => {
    const { body } = await callAsNode('status', { report: { problem: '', projects_count: 1 } });
    expect(body.geo_node_id).toBe(nodeId);
    expect(JSON.parse(body.nodes)).toEqual(expect.arrayContaining([expect.objectContaining({ _id: nodeId, name })]));
    expect(body.nodes).not.toContain('secret');
    expect(body.nodes).not.toContain('key_id');
  });
});

describe('authentication of nodes', () => {
  const requests: [string, object][] = [
    ['events', { after: 0 }],
    ['projects', { after_id: 0 }],
    ['repository_state', { project_id: 1, kind: 'wiki' }],
    ['repository_facts', { project_id: 1 }],
    ['repository_log', { project_id: 1, kind: 'repository' }],
    ['pack', { sha256: 'a'.repeat(64) }],
    ['files', { kind: 'upload', after_id: 0 }],
    ['file_state', { kind: 'upload', id: 1 }],
    ['file', { kind: 'upload', id: 1, content: 'a' }],
    ['lfs_objects', { project_id: 1 }],
    ['lfs_object', { project_id: 1, oid: 'a' }],
    ['authenticate', { token: 'a' }],
    ['authorize', { projects: ['1'] }],
    ['settings', {}],
    ['status', { report: { problem: '' } }],
  ];

  it.each(requests)('requires a token: %s', async (path, fields) => {
    expect((await callAsNode(path, fields, 'geo.a.b.c')).status).toBe(401);
    expect((await callAsNode(path, fields, user.token)).status).toBe(401);
    expect((await api().post(`/geo/${path}`, fields)).status).toBe(400);
  });

  it('refuses tokens that are expired, signed with another secret or valid for too long', async () => {
    const [keyId = '', secret = ''] = credentials.split('.');
    const signed = async (change: (token: SignJWT) => SignJWT, key = secret): Promise<number> => {
      const token = new SignJWT({}).setProtectedHeader({ alg: 'HS256', kid: keyId }).setAudience('forgemesh-geo');
      return (await callAsNode('settings', {}, `geo.${await change(token).sign(Buffer.from(key))}`)).status;
    };
    const now = Math.floor(Date.now() / 1000);
    expect(await signed((token) => token.setIssuedAt().setExpirationTime('2m'))).toBe(200);
    expect(await signed((token) => token.setIssuedAt().setExpirationTime('2m'), 'another')).toBe(401);
    expect(await signed((token) => token.setIssuedAt(now - 600).setExpirationTime(now - 480))).toBe(401);
    expect(await signed((token) => token.setIssuedAt(now - 600).setExpirationTime('10y'))).toBe(401);
    expect(await signed((token) => token.setIssuedAt())).toBe(401);
  });

  it('requires an enabled node and its current credentials', async () => {
    const old = credentials;
    const url = `https://${name}.example.com`;
    await asRoot().put(`/geo_nodes/${nodeId}`, { name, url, enabled: false });
    expect((await callAsNode('settings', {})).status).toBe(403);
    await asRoot().put(`/geo_nodes/${nodeId}`, { name, url, enabled: true });
    expect((await callAsNode('settings', {})).status).toBe(200);
    await asRoot().post(`/geo_nodes/${nodeId}/repair`);
    expect((await callAsNode('settings', {}, await createNodeToken(old))).status).toBe(401);
    credentials = (await asRoot().post(`/geo_nodes/${nodeId}/credentials`)).body.secret;
    expect((await callAsNode('settings', {})).status).toBe(200);
  });
});
