import { asRoot, commitFiles, createMember, type TestUser } from '@forgemesh/testing';
import { createRepository, type TestRepository } from '#testing/fixtures';
import { GitClone } from '#testing/git-client';

const root = asRoot();
const refusal = 'Changes to files with code owners must be made in a merge request to this branch: /owned-*';

describe('pushes to a branch that requires the approval of code owners', () => {
  let project: TestRepository;
  let maintainer: TestUser;

  beforeAll(async () => {
    project = await createRepository({ CODEOWNERS: '/owned-* @root\n^[Optional]\noptional-* @root\n' });
    maintainer = await createMember(root, `/projects/${project.id}`, 40);
    const path = `/projects/${project.id}/protected_branches/main`;
    expect((await root.patch(path, { code_owner_approval_required: true })).status).toBe(200);
  });

  it('are refused over git if they change owned files', async () => {
    const clone = await GitClone.of(project, maintainer.token);
    await clone.run('pull', '-q', 'origin', 'main');
    await clone.commit('free.txt', '1');
    expect((await clone.run('push', 'origin', 'HEAD:main')).output).toContain('HEAD -> main');
    await clone.commit('optional-a', '1');
    expect((await clone.run('push', 'origin', 'HEAD:main')).output).toContain('HEAD -> main');
    await clone.commit('owned-a', '1');
    await clone.commit('free-2.txt', '1');
    expect((await clone.run('push', 'origin', 'HEAD:main')).output).toContain(refusal);
    expect((await clone.run('push', 'origin', 'HEAD:topic')).output).toContain('HEAD -> topic');
    clone.remove();
  });

  it('are refused in the API', async () => {
    const write = (branch: string, file_path: string, fields: object = {}) =>
      maintainer.api.post(`${project.repository}/commits`, {
        branch,
        commit_message: 'Change',
        actions: [{ action: 'create', file_path, content: '1' }],
        ...fields,
      });
    expect((await write('main', 'api.txt')).status).toBe(201);
    expect(await write('main', 'owned-b')).toMatchObject({ status: 400, body: { message: refusal } });
    expect((await write('other', 'owned-b', { start_branch: 'main' })).status).toBe(201);
    const file = { branch: 'main', commit_message: 'Add', content: '1' };
    expect(await maintainer.api.post(`${project.repository}/files/owned-c`, file)).toMatchObject({
      status: 400,
      body: { message: refusal },
    });
  });

  it('are refused for cherry-picks, not for merge requests', async () => {
    await root.delete(`/projects/${project.id}/protected_branches/main`);
    const { id } = await commitFiles(
      root,
      `/projects/${project.id}`,
      { 'owned-picked': '1' },
      { branch: 'picked', start_branch: 'main' },
    );
    const protection = { name: 'main', push_access_level: 30, code_owner_approval_required: true };
    expect((await root.post(`/projects/${project.id}/protected_branches`, protection)).status).toBe(201);
    expect(
      await maintainer.api.post(`${project.repository}/commits/${id}/cherry_pick`, { branch: 'main' }),
    ).toMatchObject({ status: 400, body: { message: refusal } });
    const requests = `/projects/${project.id}/merge_requests`;
    const fields = { source_branch: 'picked', target_branch: 'main', title: 'Picked' };
    const { body } = await maintainer.api.post(requests, fields);
    expect((await maintainer.api.put(`${requests}/${body.iid}/merge`)).status).toBe(406);
    expect((await root.post(`${requests}/${body.iid}/approve`)).status).toBe(201);
    expect((await maintainer.api.put(`${requests}/${body.iid}/merge`)).status).toBe(200);
  });
});
