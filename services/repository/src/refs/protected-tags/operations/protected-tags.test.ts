import { asRoot } from '@forgemesh/testing';
import { createMember, createRepository, type TestProject } from '../../../testing/fixtures';
import { GitClone } from '../../../testing/git-client';

const root = asRoot();

function listOf(project: TestProject): string {
  return `/projects/${project.id}/protected_tags`;
}

describe('/projects/:id/protected_tags', () => {
  it('protects, lists, finds and unprotects', async () => {
    const project = await createRepository();
    expect(await root.post(listOf(project), { name: 'v*' })).toEqual(
      expect.objectContaining({
        status: 201,
        body: {
          name: 'v*',
          create_access_levels: [{ access_level: 40, access_level_description: 'Maintainers' }],
        },
      }),
    );
    await root.post(listOf(project), { name: 'beta', create_access_level: 30 });
    const { body } = await root.get(listOf(project));
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['beta', 'v*']);
    expect((await root.get(`${listOf(project)}/beta`)).body.create_access_levels).toEqual([
      { access_level: 30, access_level_description: 'Developers + Maintainers' },
    ]);
    expect((await root.delete(`${listOf(project)}/beta`)).status).toBe(204);
    const notFound = { status: 404, body: { message: '404 Not found' } };
    expect(await root.get(`${listOf(project)}/beta`)).toMatchObject(notFound);
    expect(await root.delete(`${listOf(project)}/beta`)).toMatchObject(notFound);
  });

  it('refuses invalid requests', async () => {
    const project = await createRepository();
    await root.post(listOf(project), { name: 'v*' });
    expect(await root.post(listOf(project), { name: 'v*' })).toMatchObject({
      status: 422,
      body: { message: ['Name has already been taken'] },
    });
    expect((await root.post(listOf(project), {})).body).toEqual({ error: 'name is missing' });
    expect((await root.post(listOf(project), { name: 'x', create_access_level: 20 })).body).toEqual({
      error: 'create_access_level does not have a valid value',
    });
    const developer = await createMember(project, 30);
    expect((await developer.api.get(listOf(project))).status).toBe(403);
    expect((await developer.api.post(listOf(project), { name: 'x' })).status).toBe(403);
    expect((await developer.api.delete(`${listOf(project)}/v*`)).status).toBe(403);
  });

  it('applies to pushes immediately', async () => {
    const project = await createRepository();
    const developer = await createMember(project, 30);
    const maintainer = await createMember(project, 40);
    const [as30, as40] = [await GitClone.of(project, developer.token), await GitClone.of(project, maintainer.token)];
    for (const clone of [as30, as40]) await clone.run('pull', '-q', 'origin', 'main');
    const push = async (clone: GitClone, ...args: string[]) => (await clone.run('push', 'origin', ...args)).output;
    await as30.run('tag', 'v1');
    await root.post(listOf(project), { name: 'v*' });
    for (const refs of [['v1'], ['main:topic', 'v1']])
      expect(await push(as30, ...refs)).toContain('You are not allowed to create this tag as it is protected.');
    await as40.run('tag', 'v1');
    expect(await push(as40, 'v1')).toContain('[new tag]');
    await as40.commit('next', 'n');
    await as40.run('tag', '-f', 'v1');
    expect(await push(as40, '-f', 'v1')).toContain('Protected tags cannot be updated.');
    expect(await push(as40, ':v1')).toContain('Protected tags cannot be deleted.');
    await root.delete(`${listOf(project)}/v*`);
    expect(await push(as40, ':v1')).toContain('[deleted]');
    for (const clone of [as30, as40]) clone.remove();
  });
});
