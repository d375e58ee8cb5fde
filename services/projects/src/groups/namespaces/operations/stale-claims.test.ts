import { createUser, mesh, unique, createProject, type TestUser } from '@forgemesh/testing';
import mongoose, { type Connection, type Model } from 'mongoose';
import type { Projects } from '../../../deps';
import { confirmPath, unconfirmPath } from '../claim-path';
import { createPathModel, pathKey, type PathClaim } from '../path.model';

describe('stale path claims after a crash', () => {
  let connection: Connection;
  let paths: Model<PathClaim>;
  let user: TestUser;
  let namespaceId: number;
  beforeAll(async () => {
    const { mongodbUri, databasePrefix } = mesh();
    connection = await mongoose.createConnection(mongodbUri, { dbName: `${databasePrefix}_projects` }).asPromise();
    paths = createPathModel(connection);
    user = await createUser();
    namespaceId = (await user.api.get('/namespaces')).body[0].id;
  });
  afterAll(() => connection.close());

  async function claim(path: string, targetId: number, ageMs: number): Promise<void> {
    const claimedAt = new Date(Date.now() - ageMs);
    const fields = { kind: 'project' as const, target_id: targetId, confirmed: false, claimed_at: claimedAt };
    await paths.updateOne({ _id: pathKey(namespaceId, path) }, { $set: fields }, { upsert: true });
  }

  it('are replaced after a minute, not before', async () => {
    const path = unique('left');
    await claim(path, 999_999_999, 30_000);
    expect((await user.api.post('/projects', { path })).status).toBe(400);
    await claim(path, 999_999_999, 61_000);
    expect((await user.api.post('/projects', { path })).status).toBe(201);
  });

  it('are kept if their holder exists', async () => {
    const project = await createProject(user.api);
    await claim(project.path, project.id, 61_000);
    const { status } = await user.api.post('/projects', { path: project.path, name: unique('n') });
    expect(status).toBe(400);
    expect(await paths.findById(pathKey(namespaceId, project.path)).lean()).toMatchObject({ target_id: project.id });
  });

  it('are replaced immediately if their holder was removed without releasing the path', async () => {
    const { path } = await createProject(user.api);
    const { _id, target_id } = (await paths.findById(pathKey(namespaceId, path)).lean()) as PathClaim;
    const projects = connection.collection<{ _id: number }>('projects');
    const request = { parentId: namespaceId, path, kind: 'project' as const, targetId: target_id };
    // State right after the removal of the document, with a late event of its creation.
    await unconfirmPath({ paths } as Projects, request);
    await confirmPath({ paths } as Projects, request);
    expect((await user.api.post('/projects', { path })).status).toBe(400);
    await projects.deleteOne({ _id: target_id });
    expect((await user.api.post('/projects', { path })).status).toBe(201);
    expect((await paths.findById(_id).lean())?.target_id).not.toBe(target_id);
  });

  it('go to one of several concurrent requests', async () => {
    const path = unique('left');
    await claim(path, 999_999_999, 61_000);
    const responses = await Promise.all(Array.from({ length: 5 }, () => user.api.post('/projects', { path })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
  });
});
