import {
  asRoot,
  createUser,
  mesh,
  unique,
  createGroup,
  createProject,
  type ApiResponse,
  type TestUser,
} from '@forgemesh/testing';
import mongoose, { type Connection, type Model } from 'mongoose';
import { createPathModel, pathKey, type PathClaim } from '../../groups/namespaces/path.model';

describe('the project limit of a user', () => {
  let connection: Connection;
  let paths: Model<PathClaim>;
  beforeAll(async () => {
    const { mongodbUri, databasePrefix } = mesh();
    connection = await mongoose.createConnection(mongodbUri, { dbName: `${databasePrefix}_projects` }).asPromise();
    paths = createPathModel(connection);
  });
  afterAll(() => connection.close());

  const create = (user: TestUser): Promise<ApiResponse> => user.api.post('/projects', { name: unique('limited') });
  const statusesOf = (responses: ApiResponse[]): number[] => responses.map(({ status }) => status).sort();
  const countOwned = async (user: TestUser): Promise<number> =>
    (await user.api.get('/projects?owned=true&per_page=100')).body.length;

  it('is reached exactly by concurrent requests', async () => {
    const user = await createUser({ projects_limit: 5 });
    const responses = await Promise.all(Array.from({ length: 20 }, () => create(user)));
    expect(statusesOf(responses)).toEqual([...Array<number>(5).fill(201), ...Array<number>(15).fill(403)]);
    expect(await countOwned(user)).toBe(5);
    expect(responses.find(({ status }) => status === 403)?.body).toEqual({
      error: ['Your project limit is 5 projects! Please contact your administrator to increase it'],
    });
  });

  it('is reached exactly by different operations together', async () => {
    const user = await createUser({ projects_limit: 3 });
    const group = await createGroup(user.api);
    const movable = await Promise.all([1, 2, 3].map(() => createProject(user.api, { namespace_id: group.id })));
    const forked = await Promise.all([1, 2, 3].map(() => createProject(user.api, { namespace_id: group.id })));
    const responses = await Promise.all([
      ...movable.map(({ id }) => user.api.put(`/projects/${id}/transfer`, { namespace: user.username })),
      ...forked.map(({ id }) => user.api.post(`/projects/${id}/fork`, { namespace: user.username })),
      ...[1, 2, 3].map(() => asRoot().post(`/projects/user/${user.id}`, { name: unique('given') })),
      ...[1, 2, 3].map(() => create(user)),
    ]);
    expect(responses.filter(({ status }) => status < 300)).toHaveLength(3);
    expect(responses.filter(({ status }) => status === 403)).toHaveLength(9);
  });

  it('counts an import that has not ended', async () => {
    const user = await createUser({ projects_limit: 1 });
    const form = new FormData();
    form.set('path', unique('imported'));
    form.set('file', new Blob(['no archive']), 'project.tar.gz');
    const [imported, created] = await Promise.all([user.api.post('/projects/import', form), create(user)]);
    expect([imported.status, created.status].sort()).toEqual([201, 403]);
  });

  it('admits another project after a deletion, and after a transfer', async () => {
    const user = await createUser({ projects_limit: 1 });
    const group = await createGroup(user.api);
    const first = await createProject(user.api);
    expect((await create(user)).status).toBe(403);
    expect((await user.api.put(`/projects/${first.id}/transfer`, { namespace: group.id })).status).toBe(200);
    const { status, body: second } = await create(user);
    expect(status).toBe(201);
    expect((await user.api.delete(`/projects/${second.id}`)).status).toBe(202);
    expect((await create(user)).status).toBe(201);
    expect((await create(user)).status).toBe(403);
  });

  it('ignores what a crash left behind once its path may be replaced', async () => {
    const user = await createUser({ projects_limit: 1 });
    const namespaceId = (await user.api.get('/namespaces')).body[0].id as number;
    const leave = (ageMs: number): Promise<unknown> => {
      const fields = { kind: 'project' as const, target_id: 1, confirmed: false };
      const claimedAt = new Date(Date.now() - ageMs);
      const filter = { _id: pathKey(namespaceId, 'left-behind') };
      return paths.updateOne(filter, { $set: { ...fields, claimed_at: claimedAt } }, { upsert: true });
    };
    await leave(1_000);
    expect((await create(user)).status).toBe(403);
    await leave(61_000);
    expect((await create(user)).status).toBe(201);
    expect((await create(user)).status).toBe(403);
  });
});
