import { asRoot, createUser, waitFor, createMember, type TestUser } from '@forgemesh/testing';
import { createRepository, createSharedGroup, type TestRepository } from '#testing/fixtures';
import { GitClone } from '#testing/git-client';

const root = asRoot();

function listOf(project: TestRepository): string {
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
          create_access_levels: [
            { id: 1, access_level: 40, access_level_description: 'Maintainers', user_id: null, group_id: null },
          ],
        },
      }),
    );
    await root.post(listOf(project), { name: 'beta', create_access_level: 30 });
    const { body } = await root.get(listOf(project));
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['beta', 'v*']);
    expect((await root.get(`${listOf(project)}/beta`)).body.create_access_levels).toEqual([
      { id: 1, access_level: 30, access_level_description: 'Developers + Maintainers', user_id: null, group_id: null },
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
    const developer = await createMember(root, `/projects/${project.id}`, 30);
    expect((await developer.api.get(listOf(project))).status).toBe(403);
    expect((await developer.api.post(listOf(project), { name: 'x' })).status).toBe(403);
    expect((await developer.api.delete(`${listOf(project)}/v*`)).status).toBe(403);
  });

  it('lets users and direct members of groups create tags', async () => {
    const project = await createRepository();
    const [named, member, other] = [
      await createMember(root, `/projects/${project.id}`, 30),
      await createMember(root, `/projects/${project.id}`, 30),
      await createMember(root, `/projects/${project.id}`, 30),
    ];
    const group = await createSharedGroup(project, 30, [{ user: member, level: 30 }]);
    const allowed_to_create = [{ user_id: named.id }, { group_id: group.id }];
    expect((await root.post(listOf(project), { name: 'v*', allowed_to_create })).body.create_access_levels).toEqual([
      {
        id: 1,
        access_level: null,
        access_level_description: `Name of ${named.username}`,
        user_id: named.id,
        group_id: null,
      },
      { id: 2, access_level: null, access_level_description: group.name, user_id: null, group_id: group.id },
    ]);
    const tag = (user: TestUser, name: string) =>
      user.api.post(`${project.repository}/tags`, { tag_name: name, ref: 'main' });
    expect((await tag(named, 'v1')).status).toBe(201);
    expect((await tag(member, 'v2')).status).toBe(201);
    expect(await tag(other, 'v3')).toMatchObject({
      status: 400,
      body: { message: 'You are not allowed to create this tag as it is protected.' },
    });
    const stranger = await createUser();
    expect(
      await root.post(listOf(project), { name: 'w*', allowed_to_create: [{ user_id: stranger.id }] }),
    ).toMatchObject({ status: 422, body: { message: ['Create access levels user is not a member of the project'] } });
    expect((await root.delete(`/projects/${project.id}/members/${named.id}`)).status).toBe(204);
    await waitFor(
      async () => (await root.get(`${listOf(project)}/v*`)).body.create_access_levels,
      (entries) => entries.length === 1 && entries[0].group_id === group.id,
    );
  });

  it('applies to pushes immediately', async () => {
    const project = await createRepository();
    const developer = await createMember(root, `/projects/${project.id}`, 30);
    const maintainer = await createMember(root, `/projects/${project.id}`, 40);
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
