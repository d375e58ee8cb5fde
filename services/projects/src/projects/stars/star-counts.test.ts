import { mesh, createUser, waitFor } from '@forgemesh/testing';
import mongoose, { type Connection } from 'mongoose';
import { makeProject } from '../../testing/fixtures';
import { createStarModel } from './star.model';

describe('a star whose request was interrupted', () => {
  let connection: Connection;
  beforeAll(async () => {
    const { mongodbUri, databasePrefix } = mesh();
    connection = await mongoose.createConnection(mongodbUri, { dbName: `${databasePrefix}_projects` }).asPromise();
  });
  afterAll(() => connection.close());

  it('is counted from its event', async () => {
    const owner = await createUser();
    const project = await makeProject(owner.api);
    const stars = createStarModel(connection);
    const at = new Date(Date.now() - 60_000);
    const event = { id: `cut-off-${project.id}`, type: 'projects.star.created', version: 1, actor: owner.id };
    // State after the first step only: the star with its event.
    await stars.create([
      {
        _id: 1_000_000_000 + project.id,
        version: 1,
        ...{ user_id: owner.id, project_id: project.id, created_at: at },
        outbox: [{ ...event, correlation_id: '', at, changes: {} }],
        outbox_at: at,
      },
    ]);
    await waitFor(
      () => owner.api.get(`/projects/${project.id}`),
      ({ body }) => body.star_count === 1,
    );
  });
});
