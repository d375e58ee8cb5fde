import { api, asRoot, createUser, mesh, unique, type ApiResponse, type TestUser } from '@forgemesh/testing';

const made: number[] = [];

async function createNode(fields: Record<string, unknown> = {}): Promise<ApiResponse> {
  const name = unique('node');
  const created = await asRoot().post('/geo_nodes', { name, url: `https://${name}.example.com`, ...fields });
  if (created.status === 201) made.push(created.body.id);
  return created;
}

let member: TestUser;
beforeAll(async () => {
  member = await createUser();
});
afterAll(async () => {
  for (const id of made) await asRoot().delete(`/geo_nodes/${id}`);
});

describe('POST /geo_nodes', () => {
  it('creates a secondary with default values', async () => {
    const { status, body } = await createNode({ name: 'North', url: 'https://north.example.com/forge' });
    expect(status).toBe(201);
    const self = `${mesh().url}/api/v4/geo_nodes/${body.id}`;
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'North',
      url: 'https://north.example.com/forge/',
      internal_url: 'https://north.example.com/forge/',
      primary: false,
      enabled: true,
      current: false,
      files_max_capacity: 10,
      repos_max_capacity: 25,
      verification_max_capacity: 100,
      container_repositories_max_capacity: 10,
      sync_object_storage: false,
      selective_sync_type: null,
      selective_sync_namespace_ids: [],
      paused: false,
      clone_protocol: 'http',
      web_edit_url: `${mesh().url}/admin/geo/nodes/${body.id}/edit`,
      web_geo_projects_url: 'https://north.example.com/forge/admin/geo/projects',
      _links: { self, status: `${self}/status`, repair: `${self}/repair` },
    });
  });

  it('creates one primary, which is this mesh if its name is the external URL', async () => {
    const { body } = await createNode({ name: mesh().url, url: mesh().url, primary: true });
    expect(body).toMatchObject({ primary: true, current: true });
    expect(body).not.toHaveProperty('sync_object_storage');
    expect(body).not.toHaveProperty('web_geo_projects_url');
    expect(await createNode({ primary: true })).toMatchObject({
      status: 400,
      body: { message: { primary: ['node already exists'] } },
    });
    expect(await createNode({ primary: true, selective_sync_type: 'namespaces' })).toMatchObject({
      status: 400,
      body: { message: { selective_sync_type: ['is only for secondary nodes'] } },
    });
  });

  it('refuses a name or URL that another node has, case-insensitively', async () => {
    const { body } = await createNode();
    const again = { name: body.name.toUpperCase(), url: body.url.toUpperCase().replace('HTTPS', 'https') };
    const taken = ['has already been taken'];
    expect(await createNode(again)).toMatchObject({ status: 400, body: { message: { name: taken, url: taken } } });
  });

  it.each([
    [{ name: undefined }, { error: 'name is missing' }],
    [{ url: undefined }, { error: 'url is missing' }],
    [{ name: 'n'.repeat(256) }, { error: 'name is too long (maximum is 255 characters)' }],
    [{ url: 'nowhere' }, { message: { url: ['is blocked: URI is invalid'] } }],
    [{ url: 'ftp://a.example.com' }, { message: { url: ['is blocked: Only allowed schemes are http, https'] } }],
    [{ url: 'https://me:secret@a.example.com' }, { message: { url: ['is blocked: URI is invalid'] } }],
    [{ internal_url: 'nowhere' }, { message: { internal_url: ['is blocked: URI is invalid'] } }],
    [{ repos_max_capacity: -1 }, { error: 'repos_max_capacity does not have a valid value' }],
    [{ primary: true, enabled: false }, { message: { enabled: ['Geo primary node cannot be disabled'] } }],
  ])('refuses %j', async (fields, body) => {
    expect(await createNode(fields)).toMatchObject({ status: 400, body });
  });
});

describe('GET /geo_nodes', () => {
  it('lists the nodes in pages', async () => {
    const { body: one } = await createNode();
    const { body: other } = await createNode({ internal_url: 'http://10.0.0.9:8080', enabled: false });
    const all = await asRoot().get('/geo_nodes?per_page=100');
    expect(all.status).toBe(200);
    expect(all.body).toEqual(expect.arrayContaining([one, other]));
    expect(other).toMatchObject({ internal_url: 'http://10.0.0.9:8080/', enabled: false });
    const page = await asRoot().get('/geo_nodes?per_page=1&page=2');
    expect(page.body).toEqual([all.body[1]]);
    expect(page.headers.get('x-total')).toBe(String(all.body.length));
  });
});

describe('GET /geo_nodes/:id', () => {
  it('returns a node', async () => {
    const { body } = await createNode();
    expect(await asRoot().get(`/geo_nodes/${body.id}`)).toMatchObject({ status: 200, body });
  });
});

describe('PUT /geo_nodes/:id', () => {
  it('changes the given fields', async () => {
    const { body } = await createNode({ internal_url: 'http://10.0.0.9' });
    const name = unique('renamed');
    const change = { name, url: `https://${name}.example.com`, enabled: false, repos_max_capacity: 3 };
    const changed = await asRoot().put(`/geo_nodes/${body.id}`, change);
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      ...change,
      url: `https://${name}.example.com/`,
      internal_url: 'http://10.0.0.9/',
      files_max_capacity: 10,
      primary: false,
    });
    const cleared = await asRoot().put(`/geo_nodes/${body.id}`, { ...change, internal_url: null });
    expect(cleared.body.internal_url).toBe(`https://${name}.example.com/`);
    expect((await asRoot().get(`/geo_nodes/${body.id}`)).body).toEqual(cleared.body);
  });

  it('selects namespaces, and all projects again', async () => {
    const { body } = await createNode({ selective_sync_type: 'namespaces', selective_sync_namespace_ids: [7, 5, 7] });
    expect(body).toMatchObject({ selective_sync_type: 'namespaces', selective_sync_namespace_ids: [7, 5] });
    const named = { name: body.name, url: body.url };
    const change = (fields: object): Promise<ApiResponse> =>
      asRoot().put(`/geo_nodes/${body.id}`, { ...named, ...fields });
    expect((await change({ selective_sync_namespace_ids: '3,4' })).body.selective_sync_namespace_ids).toEqual([3, 4]);
    expect((await change({})).body).toMatchObject({ selective_sync_type: 'namespaces' });
    expect((await change({ selective_sync_type: null })).body).toMatchObject({
      selective_sync_type: null,
      selective_sync_namespace_ids: [3, 4],
    });
    expect((await change({ selective_sync_type: 'shards' })).body).toEqual({
      error: 'selective_sync_type does not have a valid value',
    });
    expect((await change({ selective_sync_namespace_ids: ['x'] })).status).toBe(400);
  });

  it('refuses a taken name or URL, and requires both', async () => {
    const { body: one } = await createNode();
    const { body: other } = await createNode();
    expect(await asRoot().put(`/geo_nodes/${other.id}`, { name: one.name, url: other.url })).toMatchObject({
      status: 400,
      body: { message: { name: ['has already been taken'] } },
    });
    expect((await asRoot().put(`/geo_nodes/${other.id}`, { url: other.url })).body).toEqual({
      error: 'name is missing',
    });
  });
});

describe('DELETE /geo_nodes/:id', () => {
  it('deletes a node', async () => {
    const { body } = await createNode();
    expect((await asRoot().delete(`/geo_nodes/${body.id}`)).status).toBe(204);
    expect(await asRoot().get(`/geo_nodes/${body.id}`)).toMatchObject({
      status: 404,
      body: { message: '404 GeoNode Not Found' },
    });
  });
});

describe('POST /geo_nodes/:id/repair', () => {
  it('renews the credentials, which are shown once', async () => {
    const { body } = await createNode();
    const handOver = () => asRoot().post(`/geo_nodes/${body.id}/credentials`);
    const first = await handOver();
    expect(first).toMatchObject({
      status: 200,
      body: { geo_node_id: body.id, secret: expect.stringMatching(/^\w{24}\./) },
    });
    expect((await handOver()).status).toBe(409);
    const repaired = await asRoot().post(`/geo_nodes/${body.id}/repair`);
    expect(repaired).toMatchObject({ status: 200, body: { ...body } });
    expect(JSON.stringify(repaired.body)).not.toContain('secret');
    const second = await handOver();
    expect(second.status).toBe(200);
    expect(second.body.secret).not.toBe(first.body.secret);
  });
});

describe('all node operations', () => {
  const routes: [string, string][] = [
    ['get', '/geo_nodes'],
    ['post', '/geo_nodes'],
    ['get', '/geo_nodes/ID'],
    ['put', '/geo_nodes/ID'],
    ['delete', '/geo_nodes/ID'],
    ['post', '/geo_nodes/ID/repair'],
    ['post', '/geo_nodes/ID/credentials'],
    ['get', '/geo_nodes/status'],
    ['get', '/geo_nodes/ID/status'],
    ['get', '/geo_nodes/current/failures'],
    ['post', '/geo_nodes/current/resync'],
  ];
  const fields = { name: 'name', url: 'https://a.example.com', scope: 'all' };

  it.each(routes)('requires an administrator: %s %s', async (method, path) => {
    const { body } = await createNode();
    const call = (client: ReturnType<typeof api>) =>
      client[method as 'post'](path.replace('ID', body.id), method === 'get' ? undefined : fields);
    expect((await call(member.api)).status).toBe(403);
    expect((await call(api())).status).toBe(401);
  });

  it.each(routes.filter(([, path]) => path.includes('ID')))(
    'returns 404 for an unknown node: %s %s',
    async (method, path) => {
      const response = await asRoot()[method as 'post'](
        path.replace('ID', '999999'),
        method === 'get' ? undefined : fields,
      );
      expect(response).toMatchObject({ status: 404, body: { message: '404 GeoNode Not Found' } });
    },
  );
});
