import { asRoot } from '@forgemesh/testing';
import { createEmptyRepository, createRepository } from '#testing/fixtures';

const root = asRoot();

describe('repository calls of the projects service', () => {
  it('creates a README', async () => {
    const project = await createEmptyRepository({ initialize_with_readme: true });
    const { body } = await root.get(`/projects/${project.id}`);
    expect(body.default_branch).toBe('master');
    const { body: files } = await root.get(`${project.repository}/tree`);
    expect(files).toMatchObject([{ name: 'README.md' }]);
    expect((await root.get(`${project.repository}/branches/master`)).body).toMatchObject({
      default: true,
      protected: true,
    });
  });

  it('changes its default branch to one that exists', async () => {
    const project = await createRepository();
    await root.post(`${project.repository}/branches`, { branch: 'next', ref: 'main' });
    expect((await root.put(`/projects/${project.id}`, { default_branch: 'next' })).body.default_branch).toBe('next');
    expect((await root.get(`${project.repository}/branches/next`)).body.default).toBe(true);
    expect((await root.delete(`${project.repository}/branches/next`)).status).toBe(400);
    const refused = await root.put(`/projects/${project.id}`, { default_branch: 'none' });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
  });
});
