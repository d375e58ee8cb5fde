import { createSecretBox } from '@forgemesh/security';
import { createUser, mesh, createProject } from '@forgemesh/testing';
import { openTestDatabase } from '@forgemesh/testing/runtime';
import mongoose from 'mongoose';
import { createHookModel } from './hook.model';
import { openUrl, sealPlainUrls } from './sealed-url';

const hookBox = createSecretBox('0'.repeat(64), 'hook_token');

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
    const options = { dbName: `${databasePrefix}_projects` };
    const connection = await mongoose.createConnection(mongodbUri, options).asPromise();
    try {
      const stored = await connection.collection('hooks').findOne({ project_id: project.id });
      expect(JSON.stringify(stored)).not.toContain('hidden-path');
    } finally {
      await connection.close();
    }
  });

  it('that an earlier version stored unencrypted are encrypted at startup', async () => {
    const database = await openTestDatabase();
    try {
      const model = createHookModel(database.connection);
      const collection = database.connection.collection<{ _id: number; url: string }>('hooks');
      const count = 150;
      const urls = Array.from({ length: count }, (_, index) => `https://hooks.example.com/${index}`);
      await collection.insertMany(urls.map((url, index) => ({ _id: index + 1, url })));
      await sealPlainUrls({ hooks: { model }, hookBox });
      const first = await collection.find().sort({ _id: 1 }).toArray();
      expect(first.filter(({ url }) => url.includes('example'))).toEqual([]);
      expect(first.map((hook) => openUrl({ hookBox }, hook))).toEqual(urls);
      await sealPlainUrls({ hooks: { model }, hookBox });
      expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual(first);
      expect(openUrl({ hookBox }, { url: 'https://plain.example.com/' })).toBe('https://plain.example.com/');
    } finally {
      await database.close();
    }
  });
});
