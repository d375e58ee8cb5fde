import { createUser, mesh, createProject } from '@forgemesh/testing';
import mongoose from 'mongoose';

describe('URLs of hooks', () => {
  it('are encrypted at rest and in events', async () => {
    const owner = await createUser();
    const project = await createProject(owner.api);
    const url = 'https://hooks.example.com/services/hidden-path';
    const { body } = await owner.api.post(`/projects/${project.id}/hooks`, { url });
    expect(body.url).toBe(url);
    const changed = `${url}-2`;
    const { body: after } = await owner.api.put(`/projects/${project.id}/hooks/${body.id}`, { url: changed });
    expect(after.url).toBe(changed);
    const { mongodbUri, databasePrefix } = mesh();
    const options = { dbName: `${databasePrefix}_deliveries` };
    const connection = await mongoose.createConnection(mongodbUri, options).asPromise();
    try {
      const stored = await connection.collection('hooks').findOne({ project_id: project.id });
      expect(JSON.stringify(stored)).not.toContain('hidden-path');
    } finally {
      await connection.close();
    }
  });
});
