import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { asRoot, waitFor, mesh } from '@forgemesh/testing';
import mongoose from 'mongoose';
import { repositoryPath } from '@forgemesh/git-engine';
import { createRepository } from '#testing/fixtures';

describe('projects.project.deleted', () => {
  it('removes the repository', async () => {
    const project = await createRepository();
    for (const [resource, fields] of [
      ['environments', { name: 'production' }],
      ['triggers', { description: 'nightly' }],
    ] as const)
      expect((await asRoot().post(`/projects/${project.id}/${resource}`, fields)).status).toBe(201);
    const folder = repositoryPath(join(mesh().dataDir, 'repository/repositories/default'), project.id);
    expect(existsSync(folder)).toBe(true);
    expect((await asRoot().delete(`/projects/${project.id}`)).status).toBe(202);
    await waitFor(
      () => Promise.resolve(existsSync(folder)),
      (exists) => !exists,
    );
    const { mongodbUri, databasePrefix } = mesh();
    const database = mongoose.createConnection(mongodbUri, { dbName: `${databasePrefix}_repository` });
    const connection = await database.asPromise();
    for (const collection of ['environments', 'deployments', 'triggers'])
      await waitFor(
        () => connection.collection(collection).countDocuments({ project_id: project.id }),
        (count) => count === 0,
      );
    await connection.close();
  });
});
