import { api, asRoot, createUser, unique, createGroup, createProject } from '@forgemesh/testing';

const root = asRoot();
const off = { key: 'boolean', value: false };

async function set(name: string, fields: Record<string, unknown>) {
  const { status, body } = await root.post(`/features/${name}`, fields);
  expect([status, body]).toEqual([201, expect.objectContaining({ name })]);
  return body;
}

describe('POST /features/:name', () => {
  it('turns a flag on and off', async () => {
    const name = unique('flag');
    expect(await set(name, { value: 'true' })).toEqual({ name, state: 'on', gates: [{ key: 'boolean', value: true }] });
    expect(await set(name, { value: 'false' })).toEqual({ name, state: 'off', gates: [off] });
    expect((await set(name, { value: true })).state).toBe('on');
    expect((await set(name, { value: 0 })).state).toBe('off');
  });

  it('sets percentages', async () => {
    const name = unique('flag');
    expect(await set(name, { value: '30' })).toEqual({
      name,
      state: 'conditional',
      gates: [off, { key: 'percentage_of_time', value: 30 }],
    });
    expect(await set(name, { value: 42, key: 'percentage_of_actors' })).toEqual({
      name,
      state: 'conditional',
      gates: [off, { key: 'percentage_of_actors', value: 42 }, { key: 'percentage_of_time', value: 30 }],
    });
    expect((await set(name, { value: '100' })).state).toBe('on');
    expect((await set(name, { value: 'true' })).gates).toEqual([{ key: 'boolean', value: true }]);
  });

  it('adds and removes targets', async () => {
    const [name, user] = [unique('flag'), await createUser()];
    const group = await createGroup(root, { name: 'g' });
    const project = await createProject(root);
    const targets = { feature_group: 'perf_team', user: user.username, group: group.full_path };
    const actors = [`User:${user.id}`, `Group:${group.id}`, `Project:${project.id}`];
    const body = await set(name, { value: 'true', ...targets, project: project.path_with_namespace });
    expect(body).toEqual({
      name,
      state: 'conditional',
      gates: [off, { key: 'actors', value: actors }, { key: 'groups', value: ['perf_team'] }],
    });
    expect((await set(name, { value: 'false', ...targets })).gates).toEqual([
      off,
      { key: 'actors', value: [`Project:${project.id}`] },
    ]);
    expect((await set(name, { value: 'false' })).state).toBe('off');
  });

  it.each([
    [{}, { error: 'value is missing' }],
    [{ value: 'maybe' }, { error: 'value does not have a valid value' }],
    [{ value: '101' }, { error: 'value does not have a valid value' }],
    [{ value: '5', key: 'actors' }, { error: 'key does not have a valid value' }],
    [{ value: '5', key: 'percentage_of_time', user: 'root' }, { error: 'key, user are mutually exclusive' }],
    [{ value: 'true', user: 'no-such-user' }, { message: '400 Bad request - no-such-user is not found!' }],
    [{ value: 'true', project: 'no/such' }, { message: '400 Bad request - no/such is not found!' }],
    [{ value: 'true', group: 'no-such-group' }, { message: '400 Bad request - no-such-group is not found!' }],
  ])('refuses %j', async (fields, body) => {
    const response = await root.post(`/features/${unique('flag')}`, fields);
    expect([response.status, response.body]).toEqual([400, body]);
  });
});

describe('GET /features', () => {
  it('lists all flags by name', async () => {
    const names = [unique('flag-b'), unique('flag-a')];
    for (const name of names) await set(name, { value: 'true' });
    const { status, body } = await root.get('/features');
    expect(status).toBe(200);
    const listed = body.map(({ name }: { name: string }) => name);
    expect(listed).toEqual(expect.arrayContaining(names));
    expect(listed).toEqual([...listed].sort());
  });
});

describe('DELETE /features/:name', () => {
  it('deletes a flag, and succeeds if it does not exist', async () => {
    const name = unique('flag');
    await set(name, { value: 'true' });
    expect((await root.delete(`/features/${name}`)).status).toBe(204);
    expect((await root.delete(`/features/${name}`)).status).toBe(204);
    const { body } = await root.get('/features');
    expect(body.map((feature: { name: string }) => feature.name)).not.toContain(name);
  });
});

describe('feature flags', () => {
  it('require an administrator', async () => {
    const user = await createUser();
    for (const [client, status] of [[api(), 401] as const, [user.api, 403] as const]) {
      expect((await client.get('/features')).status).toBe(status);
      expect((await client.post('/features/a', { value: 'true' })).status).toBe(status);
      expect((await client.delete('/features/a')).status).toBe(status);
    }
  });
});
