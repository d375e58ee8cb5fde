import { asRoot, createProject, createUser, waitFor, type TestUser } from '@forgemesh/testing';

interface Storage {
  name: string;
  projects_count: number;
  repository_size: number;
}

describe('GET /admin/storages', () => {
  let user: TestUser;
  beforeAll(async () => {
    user = await createUser();
  });

  async function defaultStorage(): Promise<Storage> {
    const { body } = await asRoot().get('/admin/storages');
    return (body as Storage[]).find(({ name }) => name === 'default') as Storage;
  }

  it('sums the projects of each storage', async () => {
    await createProject(user.api, { initialize_with_readme: true });
    const storage = await waitFor(defaultStorage, ({ repository_size: size }) => size > 0);
    expect(storage).toEqual({
      name: 'default',
      configured: true,
      for_new_projects: true,
      projects_count: expect.any(Number),
      storage_size: expect.any(Number),
      repository_size: expect.any(Number),
      wiki_size: expect.any(Number),
      lfs_objects_size: expect.any(Number),
    });
    expect(storage.projects_count).toBeGreaterThan(0);
  });

  it('is for administrators', async () => {
    expect((await user.api.get('/admin/storages')).status).toBe(403);
  });
});
