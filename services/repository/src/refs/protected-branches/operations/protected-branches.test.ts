import { asRoot, commitFiles, createMember, borrowMember } from '@forgemesh/testing';
import { createRepository, type TestRepository } from '#testing/fixtures';
import { GitClone } from '#testing/git-client';

const root = asRoot();
const role = { id: expect.any(Number), user_id: null, group_id: null };
const maintainers = { ...role, access_level: 40, access_level_description: 'Maintainers' };
const developers = { ...role, access_level: 30, access_level_description: 'Developers + Maintainers' };
const nobody = { ...role, access_level: 0, access_level_description: 'No one' };

function listOf(project: TestRepository): string {
  return `/projects/${project.id}/protected_branches`;
}

async function protect(project: TestRepository, name: string, fields: object = {}) {
  return root.post(listOf(project), { name, ...fields });
}

describe('POST /projects/:id/protected_branches', () => {
  it('protects for maintainers by default', async () => {
    const project = await createRepository();
    expect(await protect(project, 'stable')).toEqual(
      expect.objectContaining({
        status: 201,
        body: {
          id: expect.any(Number),
          name: 'stable',
          push_access_levels: [maintainers],
          merge_access_levels: [maintainers],
          unprotect_access_levels: [maintainers],
          allow_force_push: false,
          code_owner_approval_required: false,
        },
      }),
    );
    const levels = { push_access_level: 0, merge_access_level: 30, unprotect_access_level: 60 };
    expect((await protect(project, 'release/*', levels)).body).toMatchObject({
      push_access_levels: [nobody],
      merge_access_levels: [developers],
      unprotect_access_levels: [{ access_level: 60, access_level_description: 'Administrators' }],
    });
    const lists = {
      allowed_to_push: [{ access_level: 40 }, { access_level: 30 }],
      allowed_to_merge: [{ access_level: 0 }],
    };
    expect((await protect(project, 'listed', lists)).body).toMatchObject({
      push_access_levels: [maintainers, developers],
      merge_access_levels: [nobody],
    });
  });

  it('refuses invalid requests', async () => {
    const project = await createRepository();
    await protect(project, 'stable');
    expect(await protect(project, 'stable')).toMatchObject({
      status: 409,
      body: { message: "Protected branch 'stable' already exists" },
    });
    expect(
      await protect(project, 'twice', { push_access_level: 40, allowed_to_push: [{ access_level: 40 }] }),
    ).toMatchObject({ status: 422, body: { message: ['Push access levels access level has already been taken'] } });
    expect((await root.post(listOf(project), {})).body).toEqual({ error: 'name is missing' });
    expect((await protect(project, 'x', { push_access_level: 10 })).body).toEqual({
      error: 'push_access_level does not have a valid value',
    });
  });

  it('applies immediately to the API and to pushes', async () => {
    const project = await createRepository();
    await commitFiles(root, `/projects/${project.id}`, { one: '1' }, { branch: 'topic/one', start_branch: 'main' });
    const developer = await createMember(root, `/projects/${project.id}`, 30);
    const action = { action: 'create', file_path: 'two', content: '2' };
    const write = (branch: string) =>
      developer.api.post(`${project.repository}/commits`, { branch, commit_message: 'Two', actions: [action] });
    await protect(project, 'topic/*');
    expect(await write('topic/one')).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - You are not allowed to push into this branch' },
    });
    const branch = async () => (await developer.api.get(`${project.repository}/branches/topic%2Fone`)).body;
    expect(await branch()).toMatchObject({ protected: true, can_push: false, developers_can_push: false });
    const clone = await GitClone.of(project, developer.token);
    await clone.run('pull', '-q', 'origin', 'topic/one');
    await clone.commit('pushed', 'p');
    expect((await clone.run('push', 'origin', 'HEAD:topic/one')).output).toContain(
      'You are not allowed to push code to protected branches on this project.',
    );
    expect((await clone.run('push', 'origin', ':topic/one')).output).toContain(
      'You are not allowed to delete protected branches from this project.',
    );
    clone.remove();
    expect((await root.delete(`${listOf(project)}/topic%2F*`)).status).toBe(204);
    expect(await branch()).toMatchObject({ protected: false, can_push: true });
    expect((await write('topic/one')).status).toBe(201);
  });
});

describe('GET /projects/:id/protected_branches', () => {
  it('lists by name, searches and finds one', async () => {
    const project = await createRepository();
    for (const name of ['zeta', 'Alpha/*']) await protect(project, name);
    const names = async (query = '') =>
      (await root.get(`${listOf(project)}${query}`)).body.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(['Alpha/*', 'main', 'zeta']);
    expect(await names('?search=alpha/*')).toEqual(['Alpha/*']);
    expect(await names('?per_page=2&page=2')).toEqual(['zeta']);
    expect((await root.get(`${listOf(project)}/Alpha%2F*`)).body.name).toBe('Alpha/*');
    expect(await root.get(`${listOf(project)}/none`)).toMatchObject({
      status: 404,
      body: { message: '404 Not found' },
    });
  });

  it('requires maintainers', async () => {
    const project = await createRepository();
    const [developer, maintainer] = [
      await createMember(root, `/projects/${project.id}`, 30),
      await borrowMember(root, `/projects/${project.id}`, 40),
    ];
    expect((await developer.api.get(listOf(project))).status).toBe(403);
    expect((await developer.api.get(`${listOf(project)}/main`)).status).toBe(403);
    expect((await developer.api.post(listOf(project), { name: 'x' })).status).toBe(403);
    expect((await developer.api.delete(`${listOf(project)}/main`)).status).toBe(403);
    expect((await maintainer.api.get(listOf(project))).status).toBe(200);
  });
});

describe('DELETE /projects/:id/protected_branches/:name', () => {
  it('requires the level that the protection defines', async () => {
    const project = await createRepository();
    const maintainer = await borrowMember(root, `/projects/${project.id}`, 40);
    await protect(project, 'locked', { allowed_to_unprotect: [{ access_level: 60 }] });
    const path = `${listOf(project)}/locked`;
    expect((await maintainer.api.delete(path)).status).toBe(403);
    expect((await root.delete(path)).status).toBe(204);
    expect(await root.delete(path)).toMatchObject({ status: 404, body: { message: '404 Not found' } });
    expect((await maintainer.api.delete(`${listOf(project)}/main`)).status).toBe(204);
  });
});

describe('PUT /projects/:id/repository/branches/:branch/protect', () => {
  it('protects, changes and unprotects one branch', async () => {
    const project = await createRepository();
    await root.post(`${project.repository}/branches`, { branch: 'next', ref: 'main' });
    const put = (action: string, body: object = {}, as = root) =>
      as.put(`${project.repository}/branches/next/${action}`, body);
    expect(await put('protect')).toMatchObject({
      status: 200,
      body: { name: 'next', protected: true, developers_can_push: false, developers_can_merge: false },
    });
    expect((await put('protect', { developers_can_push: true })).body).toMatchObject({
      developers_can_push: true,
      developers_can_merge: false,
    });
    expect((await put('protect', { developers_can_merge: true })).body).toMatchObject({
      developers_can_push: true,
      developers_can_merge: true,
    });
    expect((await put('protect', { developers_can_push: false })).body.developers_can_push).toBe(false);
    const developer = await createMember(root, `/projects/${project.id}`, 30);
    expect((await put('unprotect', {}, developer.api)).status).toBe(403);
    expect(await put('unprotect')).toMatchObject({ status: 200, body: { protected: false } });
    expect((await put('unprotect')).status).toBe(200);
    expect(await root.put(`${project.repository}/branches/none/protect`)).toMatchObject({
      status: 404,
      body: { message: '404 Branch Not Found' },
    });
  });
});
