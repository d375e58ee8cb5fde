import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { asRoot, eventually, mesh } from '@forgemesh/kit/testing';
import { repositoryPath } from '../git/storage/repository-path';
import { makeRepository } from '../testing/fixtures';

describe('projects.project.deleted', () => {
  it('removes the repository', async () => {
    const project = await makeRepository();
    const folder = repositoryPath(join(mesh().dataDir, 'repository/repositories/default'), project.id);
    expect(existsSync(folder)).toBe(true);
    expect((await asRoot().delete(`/projects/${project.id}`)).status).toBe(202);
    await eventually(
      () => Promise.resolve(existsSync(folder)),
      (exists) => !exists,
    );
  });
});
