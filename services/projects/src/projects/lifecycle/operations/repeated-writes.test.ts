import { randomUUID } from 'node:crypto';
import { serviceContext, type Caller } from '@forgemesh/rpc';
import type { CallContext } from '@forgemesh/telemetry';
import {
  createUser,
  waitFor,
  mesh,
  meshCaller,
  unique,
  createGroup,
  createProject,
  type TestUser,
  type TestGroup,
  type TestProject,
} from '@forgemesh/testing';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { ProjectLifecycleServiceDefinition } from '@forgemesh/proto/projects/v1/project_lifecycle';
import { ProjectShareServiceDefinition } from '@forgemesh/proto/projects/v1/project_share';
import mongoose, { type Connection, type Model } from 'mongoose';
import { createPathModel, pathKey, type PathClaim } from '#namespaces/paths/path.model';

describe('a write to a project that the gateway retries, or that a crash interrupts', () => {
  let caller: Caller;
  let connection: Connection;
  let paths: Model<PathClaim>;
  let user: TestUser;
  let group: TestGroup;
  let project: TestProject;
  beforeAll(async () => {
    caller = meshCaller();
    const { mongodbUri, databasePrefix } = mesh();
    connection = await mongoose.createConnection(mongodbUri, { dbName: `${databasePrefix}_projects` }).asPromise();
    paths = createPathModel(connection);
    user = await createUser();
    group = await createGroup(user.api);
  });
  beforeEach(async () => {
    project = await createProject(user.api);
  });
  afterAll(async () => {
    caller.close();
    await connection.close();
  });

  function resource(id: number): AuthorizedResource {
    return { found: true, id, level: 50, open: false, archived: false, features: {} } as AuthorizedResource;
  }

  /** The context of one write; the same for each attempt. */
  function oneWrite(access: Record<string, AuthorizedResource>): CallContext {
    const { id, username } = user;
    const principal = { id, username, name: username, admin: false, external: false };
    const operation_id = randomUUID();
    return {
      ...serviceContext(randomUUID()),
      user: principal,
      real_user_id: id,
      operation_id,
      access: { id: resource(project.id), ...access },
    };
  }

  it('moves a project once, and reports to another write that it is there already', async () => {
    const lifecycle = caller.client(ProjectLifecycleServiceDefinition, 'projects');
    const request = { id: String(project.id), namespace: group.path };
    const context = oneWrite({ namespace: resource(group.id) });
    for (const moved of [
      await lifecycle.transferProject(request, { context }),
      await lifecycle.transferProject(request, { context }),
    ])
      expect(moved.path_with_namespace).toBe(`${group.path}/${project.path}`);
    const other = oneWrite({ namespace: resource(group.id) });
    await expect(lifecycle.transferProject(request, { context: other })).rejects.toThrow('already in this namespace');
  });

  it('shares a project once, for sequential and concurrent attempts', async () => {
    const shares = caller.client(ProjectShareServiceDefinition, 'projects');
    const request = { id: String(project.id), group_id: group.id, group_access: 30, expires_at: undefined };
    const context = oneWrite({ group_id: resource(group.id) });
    const send = () => shares.shareProject(request, { context });
    const responses = [...(await Promise.all([send(), send(), send()])), await send()];
    expect(new Set(responses.map(({ id }) => id)).size).toBe(1);
    expect((await user.api.get(`/projects/${project.id}`)).body.shared_with_groups).toHaveLength(1);
  });

  it('releases the path of a move that failed', async () => {
    const claimedAt = new Date(Date.now() - 61_000);
    const left = { kind: 'project' as const, target_id: project.id, confirmed: false, claimed_at: claimedAt };
    await paths.create([{ _id: pathKey(group.id, project.path), ...left }]);
    const other = await user.api.post('/projects', { path: project.path, namespace_id: group.id });
    expect(other.status).toBe(201);
    expect((await user.api.get(`/projects/${project.id}`)).body.path_with_namespace).toBe(project.path_with_namespace);
  });

  it('releases the old path of a move and confirms the new one from its event', async () => {
    const before = (await user.api.get(`/projects/${project.id}`)).body.namespace.id as number;
    await user.api.put(`/projects/${project.id}/transfer`, { namespace: group.id });
    // Delays the write of the move in the service.
    const projects = connection.collection('projects');
    await waitFor(
      () => projects.findOne({ _id: project.id as never }),
      (row) => row !== null && !('outbox' in row),
    );
    // The state after a crash between the move and its completion.
    const held = { kind: 'project' as const, target_id: project.id, claimed_at: new Date() };
    await paths.updateOne(
      { _id: pathKey(before, project.path) },
      { $set: { ...held, confirmed: true } },
      { upsert: true },
    );
    await paths.updateOne({ _id: pathKey(group.id, project.path) }, { $set: { confirmed: false } });
    await projects.updateOne(
      { _id: project.id as never },
      {
        $set: {
          outbox: [
            {
              id: randomUUID(),
              type: 'projects.project.updated',
              version: 2,
              actor: null,
              correlation_id: unique('test'),
              at: new Date(),
              changes: {
                namespace_id: { from: before, to: group.id },
                path_with_namespace: { from: project.path_with_namespace, to: `${group.path}/${project.path}` },
              },
            },
          ],
          outbox_at: new Date(0),
        },
      },
    );
    // Any write to the project publishes the events that it holds.
    expect((await user.api.put(`/projects/${project.id}`, { description: 'written later' })).status).toBe(200);
    await waitFor(
      () => paths.find({ target_id: project.id, kind: 'project' }).lean(),
      (claims) => claims.length === 1 && claims[0]?._id === pathKey(group.id, project.path) && claims[0].confirmed,
    );
  });
});
