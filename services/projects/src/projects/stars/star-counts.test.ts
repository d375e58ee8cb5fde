import { randomUUID } from 'node:crypto';
import type { EventBus, ForgeEvent } from '@forgemesh/events';
import { mesh, createUser, waitFor, createProject } from '@forgemesh/testing';
import { openTestBus } from '@forgemesh/testing/runtime';
import mongoose, { type Connection } from 'mongoose';
import { createStarModel } from './star.model';

describe('a star whose request was interrupted', () => {
  let connection: Connection;
  let bus: EventBus;
  beforeAll(async () => {
    const { mongodbUri, databasePrefix, natsUrl } = mesh();
    connection = await mongoose.createConnection(mongodbUri, { dbName: `${databasePrefix}_projects` }).asPromise();
    ({ bus } = openTestBus(natsUrl));
    await waitFor(() => Promise.resolve(bus.isConnected()), Boolean);
  });
  afterAll(() => Promise.all([connection.close(), bus.close()]));

  it('is counted from its event', async () => {
    const owner = await createUser();
    const project = await createProject(owner.api);
    const at = new Date();
    // State after the first step only: the star is stored and not counted.
    const star = { user_id: owner.id, project_id: project.id, created_at: at };
    await createStarModel(connection).create([{ _id: 1_000_000_000 + project.id, version: 1, ...star }]);
    expect((await owner.api.get(`/projects/${project.id}`)).body.star_count).toBe(0);

    const event: ForgeEvent<'projects.star.created'> = {
      specversion: '1.0',
      id: randomUUID(),
      source: '/forgemesh/projects',
      type: 'projects.star.created',
      time: at.toISOString(),
      subject: String(1_000_000_000 + project.id),
      datacontenttype: 'application/json',
      actor: owner.id,
      correlationid: randomUUID(),
      data: {
        entity: { project_id: project.id, user_id: owner.id, starred_since: at.toISOString() },
        version: 1,
        changes: {},
      },
    };
    await bus.publish(event);
    await waitFor(
      () => owner.api.get(`/projects/${project.id}`),
      ({ body }) => body.star_count === 1,
    );
  });
});
