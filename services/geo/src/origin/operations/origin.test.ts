/** What secondaries ask of the primary, as one of them would. */
import { createHash } from 'node:crypto';
import { api, asRoot, createUser, waitFor, mesh, unique, type ApiResponse, type TestUser } from '@forgemesh/testing';
import { SignJWT } from 'jose';
import { createNodeToken } from '../node-token';

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

async function ask(path: string, fields: object, token?: string): Promise<ApiResponse> {
  return api().post(`/geo/${path}`, { node_token: token ?? (await createNodeToken(credentials)), ...fields });
}

async function newProject(): Promise<number> {
  const created = await user.api.post('/projects', { name: unique('project'), initialize_with_readme: true });
  return created.body.id;
}

describe('POST /geo/events', () => {
  it('lists what happened after an event, each once and without gaps', async () => {
    const { body: before } = await ask('events', { after: 0 });
    const id = await newProject();
    const after = before.last_event_id;
    const isOwn = (event: { project_id: number }): boolean => event.project_id === id;
    const typesOf = ({ body }: ApiResponse): string[] =>
      body.events.filter(isOwn).map(({ type }: { type: string }) => type);
    const { body } = await waitFor(
      () => ask('events', { after }),
      (answer) => ['project_changed', 'repository_changed'].every((type) => typesOf(answer).includes(type)),
    );
    const ids = body.events.map((event: { id: number }) => event.id);
    expect(ids).toEqual(ids.map((_: number, index: number) => after + 1 + index));
    expect(body).toMatchObject({ last_event_id: expect.any(Number), last_event_at: expect.any(String) });
    expect(body.oldest_event_id).toBeGreaterThan(0);
    await user.api.delete(`/projects/${id}`);
    await waitFor(
      () => ask('events', { after }),
      (answer) => typesOf(answer).includes('project_removed'),
    );
  });
});

describe('POST /geo/projects', () => {
  it('lists the projects after one', async () => {
    const id = await newProject();
    const { body } = await ask('projects', { after_id: id - 1 });
    expect(body.project_ids[0]).toBe(id);
    expect((await ask('projects', { after_id: 999_999_999 })).body).toEqual({ project_ids: [] });
  });
});

describe('POST /geo/repository_state', () => {
  it('tells how a repository is', async () => {
    const project_id = await newProject();
    const { body } = await ask('repository_state', { project_id, kind: 'repository' });
    expect(body).toEqual({
      ...{ found: true, checksum: expect.stringMatching(/^[0-9a-f]{40}$/), head: 'master' },
      facts_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const { facts } = (await ask('repository_facts', { project_id })).body;
    expect(JSON.parse(facts)).toMatchObject({ protectedBranches: [{ name: 'master' }], releases: [] });
    expect((await ask('repository_state', { project_id, kind: 'wiki' })).body.checksum).toBe('0'.repeat(40));
    expect((await ask('repository_state', { project_id: 999_999, kind: 'wiki' })).body.found).toBe(false);
    expect((await ask('repository_state', { project_id, kind: 'snippet' })).status).toBe(400);
  });
});

describe('files', () => {
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

  /** The files of a kind that the log tells of after an event. */
  async function changed(after: number, kind: string): Promise<number[]> {
    const { events } = (await ask('events', { after })).body;
    return (events as { type: string; file_kind?: string; file_id: number }[])
      .filter(({ type, file_kind }) => type === 'file_changed' && file_kind === kind)
      .map(({ file_id }) => file_id);
  }

  const newest = async (): Promise<number> => (await ask('events', { after: 0 })).body.last_event_id;

  /** The content as a node downloads it. */
  async function download(fields: object): Promise<{ status: number; content: Buffer }> {
    const node_token = await createNodeToken(credentials);
    const answer = await fetch(`${mesh().url}/api/v4/geo/file`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ node_token, ...fields }),
    });
    return { status: answer.status, content: Buffer.from(await answer.arrayBuffer()) };
  }

  it('attached to a project are logged, listed, told of and handed over', async () => {
    const after = await newest();
    const content = Buffer.from('Some content');
    const { body: upload } = await user.api.post(`/projects/${projectId}/uploads`, form('file', content, 'a.txt'));
    // Those of other projects may be told of as late.
    const id = await waitFor(
      async () => {
        for (const one of await changed(after, 'upload'))
          if ((await ask('file_state', { kind: 'upload', id: one })).body.belongs_to === projectId) return one;
        return 0;
      },
      (found) => found > 0,
    );
    expect((await ask('files', { kind: 'upload', after_id: id - 1 })).body.file_ids[0]).toBe(id);
    const state = (await ask('file_state', { kind: 'upload', id })).body;
    expect(state).toEqual({
      ...{ found: true, name: 'a.txt', secret: upload.url.split('/')[2], belongs_to: projectId, expires_at: null },
      ...{ content: expect.any(String), checksum: createHash('sha256').update(content).digest('hex') },
    });
    const known = await ask('file_state', { kind: 'upload', id, known_content: state.content });
    expect(known.body).toEqual({ ...state, checksum: null });
    expect(await download({ kind: 'upload', id, content: state.content })).toEqual({ status: 200, content });
    expect((await ask('file_state', { kind: 'upload', id: 999_999_999 })).body).toMatchObject({ found: false });
    expect((await ask('files', { kind: 'upload', after_id: 999_999_999 })).body).toEqual({ file_ids: [] });
  });

  it.each([
    ['project_avatar', async () => ({ id: projectId, route: `/projects/${projectId}`, as: user.api })],
    [
      'group_avatar',
      async () => {
        const path = unique('group');
        const { id } = (await user.api.post('/groups', { name: path, path })).body;
        return { id, route: `/groups/${id}`, as: user.api };
      },
    ],
    ['user_avatar', async () => ({ id: user.id, route: `/users/${user.id}`, as: asRoot() })],
  ])('that are pictures are followed as they come, change and go: %s', async (kind, make) => {
    const { id, route, as } = await make();
    const after = await newest();
    const told = (count: number) =>
      waitFor(
        async () => (await changed(after, kind)).filter((one) => one === id),
        (ids) => ids.length >= count,
      );
    await as.put(route, form('avatar', png, 'logo.png'));
    await told(1);
    const first = (await ask('file_state', { kind, id })).body;
    expect(first).toMatchObject({ found: true, name: 'logo.png', secret: '', belongs_to: id });
    expect((await ask('files', { kind, after_id: id - 1 })).body.file_ids[0]).toBe(id);
    const other = Buffer.concat([png, Buffer.alloc(10)]);
    await as.put(route, form('avatar', other, 'logo.png'));
    await told(2);
    const second = (await ask('file_state', { kind, id })).body;
    expect(second.checksum).not.toBe(first.checksum);
    expect(await download({ kind, id, content: second.content })).toEqual({ status: 200, content: other });
    await as.put(route, { avatar: '' });
    await told(3);
    expect((await ask('file_state', { kind, id })).body.found).toBe(false);
  });

  it('that are archives of exports are followed', async () => {
    const after = await newest();
    await user.api.post(`/projects/${projectId}/export`);
    await waitFor(
      () => changed(after, 'archive'),
      (ids) => ids.includes(projectId),
    );
    const { body } = await ask('file_state', { kind: 'archive', id: projectId });
    expect(body).toMatchObject({
      found: true,
      name: expect.stringMatching(/_export\.tar\.gz$/),
      belongs_to: projectId,
    });
    expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.now());
    expect((await ask('files', { kind: 'archive', after_id: projectId - 1 })).body.file_ids[0]).toBe(projectId);
  });

  it('are of a known kind', async () => {
    const refused = { status: 400, body: { error: 'kind does not have a valid value' } };
    expect(await ask('files', { kind: 'snippet', after_id: 0 })).toMatchObject(refused);
    expect(await ask('file_state', { kind: 'snippet', id: 1 })).toMatchObject(refused);
    expect(await ask('file', { kind: 'snippet', id: 1, content: 'a' })).toMatchObject(refused);
  });
});

describe('POST /geo/authenticate', () => {
  it('tells who holds a token, or why it is refused', async () => {
    const { body } = await ask('authenticate', { token: user.token });
    expect(body.identity).toMatchObject({ user: { id: user.id, admin: false }, scopes: ['api'] });
    const refused = await ask('authenticate', { token: 'no-token-of-anybody' });
    expect(refused).toMatchObject({ status: 200, body: { refusal: { reason: 'unauthenticated' } } });
  });
});

describe('POST /geo/authorize', () => {
  it('tells the rights on projects, then on groups', async () => {
    const id = await newProject();
    const path = unique('group');
    const group = (await user.api.post('/groups', { name: path, path })).body;
    const { body } = await ask('authorize', { user_id: user.id, projects: [String(id)], groups: [path] });
    expect(body.resources).toMatchObject([{ id }, { found: true, id: group.id, level: 50 }]);
  });

  it('tells the rights on projects', async () => {
    const id = await newProject();
    const { body } = await ask('authorize', { user_id: user.id, projects: [String(id)] });
    expect(body.resources).toMatchObject([{ found: true, id, level: 50 }]);
    const stranger = await ask('authorize', { projects: [String(id)] });
    expect(stranger.body.resources).toMatchObject([{ found: false }]);
  });
});

describe('POST /geo/settings', () => {
  it('tells the settings without secrets', async () => {
    const { body } = await ask('settings', {});
    expect(JSON.parse(body.settings)).toMatchObject({ geo_node_allowed_ips: expect.any(String) });
  });
});

describe('POST /geo/status', () => {
  it('tells a node of all nodes, without credentials', async () => {
    const { body } = await ask('status', { report: { problem: '', projects_count: 1 } });
    expect(body.geo_node_id).toBe(nodeId);
    expect(JSON.parse(body.nodes)).toEqual(expect.arrayContaining([expect.objectContaining({ _id: nodeId, name })]));
    expect(body.nodes).not.toContain('secret');
    expect(body.nodes).not.toContain('key_id');
  });
});

describe('nodes prove themselves', () => {
  const questions: [string, object][] = [
    ['events', { after: 0 }],
    ['projects', { after_id: 0 }],
    ['repository_state', { project_id: 1, kind: 'wiki' }],
    ['repository_facts', { project_id: 1 }],
    ['files', { kind: 'upload', after_id: 0 }],
    ['file_state', { kind: 'upload', id: 1 }],
    ['file', { kind: 'upload', id: 1, content: 'a' }],
    ['authenticate', { token: 'a' }],
    ['authorize', { projects: ['1'] }],
    ['settings', {}],
    ['status', { report: { problem: '' } }],
  ];

  it.each(questions)('with a token: %s', async (path, fields) => {
    expect((await ask(path, fields, 'geo.a.b.c')).status).toBe(401);
    expect((await ask(path, fields, user.token)).status).toBe(401);
    expect((await api().post(`/geo/${path}`, fields)).status).toBe(400);
  });

  it('that is neither old, nor signed by another secret, nor lives long', async () => {
    const [keyId = '', secret = ''] = credentials.split('.');
    const signed = async (change: (token: SignJWT) => SignJWT, key = secret): Promise<number> => {
      const token = new SignJWT({}).setProtectedHeader({ alg: 'HS256', kid: keyId }).setAudience('forgemesh-geo');
      return (await ask('settings', {}, `geo.${await change(token).sign(Buffer.from(key))}`)).status;
    };
    const now = Math.floor(Date.now() / 1000);
    expect(await signed((token) => token.setIssuedAt().setExpirationTime('2m'))).toBe(200);
    expect(await signed((token) => token.setIssuedAt().setExpirationTime('2m'), 'another')).toBe(401);
    expect(await signed((token) => token.setIssuedAt(now - 600).setExpirationTime(now - 480))).toBe(401);
    expect(await signed((token) => token.setIssuedAt(now - 600).setExpirationTime('10y'))).toBe(401);
    expect(await signed((token) => token.setIssuedAt())).toBe(401);
  });

  it('as long as they are enabled, and have the newest credentials', async () => {
    const old = credentials;
    const url = `https://${name}.example.com`;
    await asRoot().put(`/geo_nodes/${nodeId}`, { name, url, enabled: false });
    expect((await ask('settings', {})).status).toBe(403);
    await asRoot().put(`/geo_nodes/${nodeId}`, { name, url, enabled: true });
    expect((await ask('settings', {})).status).toBe(200);
    await asRoot().post(`/geo_nodes/${nodeId}/repair`);
    expect((await ask('settings', {}, await createNodeToken(old))).status).toBe(401);
    credentials = (await asRoot().post(`/geo_nodes/${nodeId}/credentials`)).body.secret;
    expect((await ask('settings', {})).status).toBe(200);
  });
});
