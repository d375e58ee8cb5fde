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
  type ApiClient,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';
import mongoose from 'mongoose';

const fields = { variable_type: 'env_var', value: 'one', protected: false, masked: false, raw: false };
const missing = { status: 404, body: { message: '404 Variable Not Found' } };

/** The stored documents of the variables of an owner. */
async function storedOf(owner: string): Promise<mongoose.mongo.Document[]> {
  const { mongodbUri, databasePrefix } = mesh();
  const connection = await mongoose.createConnection(mongodbUri, { dbName: `${databasePrefix}_projects` }).asPromise();
  try {
    return await connection.collection('variables').find({ owner }).toArray();
  } finally {
    await connection.close();
  }
}

describe('/projects/:id/variables', () => {
  let owner: TestUser;
  let project: TestProject;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    project = await createProject(owner.api);
    path = `/projects/${project.id}/variables`;
  });

  it('creates, shows, changes, lists and removes', async () => {
    const created = await owner.api.post(path, { key: 'LIFE', value: 'one' });
    const expected = { ...fields, key: 'LIFE', environment_scope: '*' };
    expect({ status: created.status, body: created.body }).toEqual({ status: 201, body: expected });
    expect((await owner.api.get(`${path}/LIFE`)).body).toEqual(expected);
    const changes = { value: 'twelve34', protected: true, masked: true, raw: true, variable_type: 'file' };
    const changed = await owner.api.put(`${path}/LIFE`, { ...changes, environment_scope: 'review/*' });
    expect({ status: changed.status, body: changed.body }).toEqual({
      status: 200,
      body: { key: 'LIFE', ...changes, environment_scope: 'review/*' },
    });
    expect((await owner.api.put(`${path}/LIFE`, { protected: false })).body).toEqual({
      ...changed.body,
      protected: false,
    });
    expect((await owner.api.get(path)).body).toEqual([{ ...changed.body, protected: false }]);
    const removed = await owner.api.delete(`${path}/LIFE`);
    expect({ status: removed.status, body: removed.body }).toEqual({ status: 204, body: undefined });
    for (const response of [
      await owner.api.get(`${path}/LIFE`),
      await owner.api.put(`${path}/LIFE`, { value: 'x' }),
      await owner.api.delete(`${path}/LIFE`),
    ]) {
      expect({ status: response.status, body: response.body }).toEqual(missing);
    }
  });

  it('stores an empty value, and paginates', async () => {
    const own = `/projects/${(await createProject(owner.api)).id}/variables`;
    for (const key of ['B', 'A', 'C']) expect((await owner.api.post(own, { key, value: '' })).body.value).toBe('');
    const page = await owner.api.get(`${own}?per_page=2&page=2`);
    expect({ keys: keysOf(page.body), total: page.headers.get('x-total') }).toEqual({ keys: ['C'], total: '3' });
    expect(keysOf((await owner.api.get(own)).body)).toEqual(['B', 'A', 'C']);
  });

  it('distinguishes variables with the same key by environment', async () => {
    for (const scope of ['*', 'production']) {
      const request = { key: 'APART', value: scope, environment_scope: scope };
      expect((await owner.api.post(path, request)).status).toBe(201);
      expect(await owner.api.post(path, request)).toMatchObject({
        status: 400,
        body: { message: { key: ['(APART) has already been taken'] } },
      });
    }
    const ambiguous = await owner.api.get(`${path}/APART`);
    expect(ambiguous).toMatchObject({ status: 409, body: { message: expect.stringMatching(/multiple variables/) } });
    const one = `${path}/APART?filter[environment_scope]=production`;
    expect((await owner.api.get(one)).body.value).toBe('production');
    expect((await owner.api.put(one, { value: 'new' })).body).toMatchObject({ value: 'new' });
    const taken = await owner.api.put(one, { environment_scope: '*' });
    expect(taken).toMatchObject({ status: 400, body: { message: { key: ['(APART) has already been taken'] } } });
    expect((await owner.api.delete(`${path}/APART`, { filter: { environment_scope: 'production' } })).status).toBe(204);
    expect((await owner.api.get(`${path}/APART`)).body.value).toBe('*');
    expect((await owner.api.get(`${path}/APART?filter[environment_scope]=none`)).status).toBe(404);
  });

  it.each([
    [{ value: 'x' }, { error: 'key is missing' }],
    [{ key: 'A' }, { error: 'value is missing' }],
    [{ key: 'A', value: 'x', variable_type: 'secret' }, { error: 'variable_type does not have a valid value' }],
    [{ key: 'A-B', value: 'x' }, { message: { key: ["can contain only letters, digits and '_'."] } }],
    [{ key: 'ä', value: 'x' }, { message: { key: ["can contain only letters, digits and '_'."] } }],
    [{ key: 'A'.repeat(256), value: 'x' }, { message: { key: ['is too long (maximum is 255 characters)'] } }],
    [{ key: 'A', value: 'short', masked: true }, { message: { value: ['is invalid'] } }],
    [{ key: 'A', value: 'two\nlines12', masked: true }, { message: { value: ['is invalid'] } }],
    [{ key: 'A', value: 'ä'.repeat(350_001) }, { message: { value: ['is too long (maximum is 700000 bytes)'] } }],
    [{ key: 'A', value: 'x', environment_scope: 'a;b' }, { message: { environment_scope: [expect.any(String)] } }],
  ])('rejects %#', async (request, body) => {
    expect(await owner.api.post(path, request)).toMatchObject({ status: 400, body });
  });

  it('rejects masking of a value that cannot be masked', async () => {
    await owner.api.post(path, { key: 'MASK', value: 'short' });
    expect((await owner.api.put(`${path}/MASK`, { masked: true })).status).toBe(400);
    expect((await owner.api.put(`${path}/MASK`, { masked: true, value: 'long+enough/==' })).status).toBe(200);
    expect((await owner.api.put(`${path}/MASK`, { value: 'a b c d e f' })).status).toBe(400);
  });

  it('accepts the largest value and encrypts it at rest', async () => {
    const own = await createProject(owner.api);
    const value = 'secret!'.repeat(100_000);
    const created = await owner.api.post(`/projects/${own.id}/variables`, { key: 'BIG', value });
    expect({ status: created.status, isWhole: created.body.value === value }).toEqual({ status: 201, isWhole: true });
    const [stored] = await storedOf(`project/${own.id}`);
    expect(stored?.value).toMatch(/^v1\./);
    expect(JSON.stringify(stored)).not.toContain('secret!');
  });

  it('requires a maintainer, and is refused in archived projects', async () => {
    const own = await createProject(owner.api, { visibility: 'public' });
    const at = `/projects/${own.id}`;
    const [developer, maintainer] = [await createMember(owner.api, at, 30), await createMember(owner.api, at, 40)];
    const stranger = await createUser();
    expect((await maintainer.api.post(`${at}/variables`, { key: 'A', value: 'x' })).status).toBe(201);
    for (const [caller, status] of [
      [api(), 401],
      [stranger.api, 403],
      [developer.api, 403],
    ] as const) {
      expect(await statusesOf(caller, `${at}/variables`)).toEqual(Array(5).fill(status));
    }
    const hidden = await createProject(owner.api, { visibility: 'private' });
    expect(await statusesOf(stranger.api, `/projects/${hidden.id}/variables`)).toEqual(Array(5).fill(404));
    expect((await owner.api.post(`${at}/archive`)).status).toBe(201);
    expect((await owner.api.post(`${at}/variables`, { key: 'B', value: 'x' })).status).toBe(403);
    expect((await owner.api.get(`${at}/variables/A`)).status).toBe(200);
  });

  it('does not return a variable of another project', async () => {
    await owner.api.post(path, { key: 'OWN', value: 'x' });
    const other = await createProject(owner.api);
    expect(await owner.api.get(`/projects/${other.id}/variables/OWN`)).toMatchObject(missing);
  });

  it('removes variables with the project', async () => {
    const own = await createProject(owner.api);
    await owner.api.post(`/projects/${own.id}/variables`, { key: 'A', value: 'x' });
    expect(await storedOf(`project/${own.id}`)).toHaveLength(1);
    await owner.api.delete(`/projects/${own.id}`);
    await waitFor(
      () => storedOf(`project/${own.id}`),
      (rows) => rows.length === 0,
    );
  });
});

describe('/groups/:id/variables', () => {
  it('is available to owners', async () => {
    const owner = await createUser();
    const group = await createGroup(owner.api, { visibility: 'public' });
    const maintainer = await createUser();
    await addMember(owner.api, `/groups/${group.id}`, maintainer, 40);
    const path = `/groups/${group.id}/variables`;
    const created = await owner.api.post(path, { key: 'GROUP', value: 'one' });
    expect({ status: created.status, body: created.body }).toEqual({ status: 201, body: { ...fields, key: 'GROUP' } });
    expect((await owner.api.put(`${path}/GROUP`, { value: 'two' })).body.value).toBe('two');
    expect((await owner.api.get(path)).body).toEqual([{ ...fields, key: 'GROUP', value: 'two' }]);
    for (const [caller, status] of [
      [api(), 401],
      [(await createUser()).api, 403],
      [maintainer.api, 403],
    ] as const) {
      expect(await statusesOf(caller, path)).toEqual(Array(5).fill(status));
    }
    expect((await owner.api.delete(`${path}/GROUP`)).status).toBe(204);
    expect(await owner.api.get(`${path}/GROUP`)).toMatchObject(missing);
  });

  it('removes variables with the group', async () => {
    const owner = await createUser();
    const group = await createGroup(owner.api);
    await owner.api.post(`/groups/${group.id}/variables`, { key: 'A', value: 'x' });
    await owner.api.delete(`/groups/${group.id}`);
    await waitFor(
      () => storedOf(`group/${group.id}`),
      (rows) => rows.length === 0,
    );
  });
});

describe('/admin/ci/variables', () => {
  it('is available to administrators', async () => {
    const root = asRoot();
    const key = unique('INSTANCE').replaceAll('-', '_');
    const path = '/admin/ci/variables';
    const created = await root.post(path, { key, value: 'one' });
    expect({ status: created.status, body: created.body }).toEqual({ status: 201, body: { ...fields, key } });
    expect((await root.put(`${path}/${key}`, { masked: true, value: 'long-enough' })).body.masked).toBe(true);
    expect(keysOf((await root.get(`${path}?per_page=100`)).body)).toContain(key);
    expect((await root.get(`${path}/${key}`)).body).toMatchObject({ key, masked: true });
    const user = await createUser();
    expect(await statusesOf(user.api, path)).toEqual(Array(5).fill(403));
    expect(await statusesOf(api(), path)).toEqual(Array(5).fill(401));
    expect((await root.delete(`${path}/${key}`)).status).toBe(204);
    expect(await root.get(`${path}/${key}`)).toMatchObject(missing);
  });
});

function keysOf(variables: { key: string }[]): string[] {
  return variables.map(({ key }) => key);
}

/** Statuses of all five operations. */
async function statusesOf(caller: ApiClient, path: string): Promise<number[]> {
  const responses = [
    await caller.get(path),
    await caller.get(`${path}/A`),
    await caller.post(path, { key: 'NEW', value: 'x' }),
    await caller.put(`${path}/A`, { value: 'x' }),
    await caller.delete(`${path}/A`),
  ];
  return responses.map(({ status }) => status);
}
