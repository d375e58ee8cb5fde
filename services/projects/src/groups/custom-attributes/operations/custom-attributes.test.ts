import {
  api,
  asRoot,
  createUser,
  mesh,
  unique,
  ids,
  createGroup,
  createProject,
  type TestUser,
} from '@forgemesh/testing';
import mongoose from 'mongoose';

const notFound = { status: 404, body: { message: '404 Not found' } };

describe.each([
  ['projects', 'projects', '404 Project Not Found', (owner: TestUser) => createProject(owner.api)],
  ['groups', 'namespaces', '404 Group Not Found', (owner: TestUser) => createGroup(owner.api)],
])('/%s/:id/custom_attributes', (plural, collection, missing, make) => {
  let owner: TestUser;
  let id: number;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
  });
  beforeEach(async () => {
    ({ id } = await make(owner));
    path = `/${plural}/${id}/custom_attributes`;
  });

  /** Stores attributes directly: as many requests take long. */
  async function storeAttributes(count: number): Promise<void> {
    const { mongodbUri, databasePrefix } = mesh();
    const dbName = `${databasePrefix}_projects`;
    const connection = await mongoose.createConnection(mongodbUri, { dbName }).asPromise();
    try {
      const custom_attributes = Array.from({ length: count }, (_, n) => ({ key: `key-${n}`, value: 'x' }));
      const stored = await connection
        .collection<{ _id: number }>(collection)
        .updateOne({ _id: id }, { $set: { custom_attributes } });
      expect(stored.modifiedCount).toBe(1);
    } finally {
      await connection.close();
    }
  }

  it('PUT sets, GET shows, DELETE removes', async () => {
    expect((await asRoot().get(path)).body).toEqual([]);
    expect(await asRoot().put(`${path}/team`, { value: 'blue' })).toMatchObject({
      status: 200,
      body: { key: 'team', value: 'blue' },
    });
    await asRoot().put(`${path}/cost%2Ecentre%2F1`, { value: '7' });
    await asRoot().put(`${path}/team`, { value: 'red' });
    const { headers, body } = await asRoot().get(path);
    expect(body).toEqual([
      { key: 'team', value: 'red' },
      { key: 'cost.centre/1', value: '7' },
    ]);
    expect(headers.get('x-total')).toBe('2');
    expect((await asRoot().get(`${path}?per_page=1&page=2`)).body).toEqual([{ key: 'cost.centre/1', value: '7' }]);
    expect((await asRoot().get(`${path}/cost.centre%2F1`)).body).toEqual({ key: 'cost.centre/1', value: '7' });
    expect(await asRoot().delete(`${path}/team`)).toMatchObject({ status: 204, body: undefined });
    expect(await asRoot().get(`${path}/team`)).toMatchObject(notFound);
    expect(await asRoot().delete(`${path}/team`)).toMatchObject(notFound);
  });

  it('stores all attributes that are set concurrently', async () => {
    const keys = Array.from({ length: 8 }, (_, n) => `key-${n}`);
    await Promise.all(keys.map((key) => asRoot().put(`${path}/${key}`, { value: key })));
    const { body } = await asRoot().get(path);
    expect((body as { key: string }[]).map(({ key }) => key).sort()).toEqual(keys);
  });

  it('rejects too many attributes and too long values', async () => {
    expect((await asRoot().put(`${path}/team`, {})).body).toEqual({ error: 'value is missing' });
    expect(await asRoot().put(`${path}/${'k'.repeat(256)}`, { value: 'x'.repeat(10_001) })).toMatchObject({
      status: 400,
      body: {
        message: {
          key: ['is too long (maximum is 255 characters)'],
          value: ['is too long (maximum is 10000 characters)'],
        },
      },
    });
    await storeAttributes(99);
    expect((await asRoot().put(`${path}/key-99`, { value: 'x' })).status).toBe(200);
    expect(await asRoot().put(`${path}/one-more`, { value: 'x' })).toMatchObject({
      status: 400,
      body: { message: { base: ['can have at most 100 custom attributes'] } },
    });
    expect((await asRoot().put(`${path}/key-1`, { value: 'y' })).status).toBe(200);
  });

  it('requires an administrator', async () => {
    expect((await owner.api.get(path)).status).toBe(403);
    expect((await owner.api.get(`${path}/team`)).status).toBe(403);
    expect((await owner.api.put(`${path}/team`, { value: 'x' })).status).toBe(403);
    expect((await owner.api.delete(`${path}/team`)).status).toBe(403);
    expect((await api().get(path)).status).toBe(401);
    expect(await asRoot().get(`/${plural}/999999999/custom_attributes`)).toMatchObject({
      status: 404,
      body: { message: missing },
    });
  });
});

describe('custom attributes of projects', () => {
  it('are shown and filtered by, for administrators only', async () => {
    const owner = await createUser();
    const [project, other] = [await createProject(owner.api), await createProject(owner.api)];
    const team = unique('team');
    await asRoot().put(`/projects/${project.id}/custom_attributes/team`, { value: team });
    await asRoot().put(`/projects/${project.id}/custom_attributes/site`, { value: 'north' });
    await asRoot().put(`/projects/${other.id}/custom_attributes/other`, { value: team });
    const shown = [
      { key: 'team', value: team },
      { key: 'site', value: 'north' },
    ];
    const find = async (query: string, client = asRoot()) => (await client.get(`/projects?${query}`)).body;
    expect(await find(`custom_attributes[team]=${team}&with_custom_attributes=true`)).toMatchObject([
      { id: project.id, custom_attributes: shown },
    ]);
    expect(await find(`custom_attributes[team]=${team}&custom_attributes[site]=north`)).toHaveLength(1);
    expect(await find(`custom_attributes[team]=${team}&custom_attributes[site]=south`)).toEqual([]);
    expect((await find(`custom_attributes[team]=${team}`))[0]).not.toHaveProperty('custom_attributes');
    const single = `/projects/${project.id}?with_custom_attributes=true`;
    expect((await asRoot().get(single)).body.custom_attributes).toEqual(shown);
    expect((await owner.api.get(single)).body).not.toHaveProperty('custom_attributes');
    const own = await owner.api.get(
      `/projects?membership=true&custom_attributes[team]=${team}&with_custom_attributes=1`,
    );
    expect(ids(own)).toEqual([other.id, project.id]);
    expect(own.body[0]).not.toHaveProperty('custom_attributes');
  });
});
