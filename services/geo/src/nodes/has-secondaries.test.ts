import { connectDatabase } from '@forgemesh/data';
import { createMetrics } from '@forgemesh/telemetry';
import { asRoot, mesh, unique, waitFor, createProject } from '@forgemesh/testing';
import type { Connection } from 'mongoose';
import type { LogEvent } from '#replication/events/event.model';

let database: Connection;

beforeAll(async () => {
  const { mongodbUri: uri, databasePrefix } = mesh();
  database = await connectDatabase({ uri, database: `${databasePrefix}_geo`, metrics: createMetrics('test') });
});

afterAll(() => database.close());

describe('POST /geo_nodes', () => {
  it('makes the changes from then on logged', async () => {
    const project = await createProject(asRoot());
    const push = () =>
      asRoot().post(`/projects/${project.id}/repository/commits`, {
        branch: 'main',
        commit_message: 'Change',
        actions: [{ action: 'create', file_path: unique('file'), content: 'x' }],
      });
    // Whether there is a secondary is known from the first push.
    await push();
    const name = unique('node');
    const node = (await asRoot().post('/geo_nodes', { name, url: `https://${name}.example.com` })).body;
    await push();
    const entries = database.collection<LogEvent>('geo_events');
    const found = await waitFor(() => entries.findOne({ project_id: project.id, type: 'repository_changed' }), Boolean);
    expect(found).toMatchObject({ project_id: project.id });
    await asRoot().delete(`/geo_nodes/${node.id}`);
  });
});
