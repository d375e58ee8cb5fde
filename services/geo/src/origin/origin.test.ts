/** What secondaries ask of the primary, as one of them would. */
import { api, asRoot, createUser, eventually, unique, type ApiResponse, type TestUser } from '@forgemesh/kit/testing';
import { SignJWT } from 'jose';
import { createNodeToken } from './node-token';

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
    const { body } = await eventually(
      () => ask('events', { after }),
      (answer) => ['project_changed', 'repository_changed'].every((type) => typesOf(answer).includes(type)),
    );
    const ids = body.events.map((event: { id: number }) => event.id);
    expect(ids).toEqual(ids.map((_: number, index: number) => after + 1 + index));
    expect(body).toMatchObject({ last_event_id: expect.any(Number), last_event_at: expect.any(String) });
    expect(body.oldest_event_id).toBeGreaterThan(0);
    await user.api.delete(`/projects/${id}`);
    await eventually(
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

describe('POST /geo/authenticate', () => {
  it('tells who holds a token, or why it is refused', async () => {
    const { body } = await ask('authenticate', { token: user.token });
    expect(body.identity).toMatchObject({ user: { id: user.id, admin: false }, scopes: ['api'] });
    const refused = await ask('authenticate', { token: 'no-token-of-anybody' });
    expect(refused).toMatchObject({ status: 200, body: { refusal: { reason: 'unauthenticated' } } });
  });
});

describe('POST /geo/authorize', () => {
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
