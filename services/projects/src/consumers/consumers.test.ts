import { asRoot, createUser, eventually, unique } from '@forgemesh/kit/testing';
import { createMember, makeGroup, makeProject } from '../testing/fixtures';

describe('events', () => {
  it('move the last activity of a project with each push', async () => {
    const owner = await createUser();
    const project = await makeProject(owner.api, { initialize_with_readme: true });
    const path = `/projects/${project.id}`;
    const before = (await owner.api.get(path)).body.last_activity_at as string;
    const commit = {
      branch: 'master',
      commit_message: 'More',
      actions: [{ action: 'create', file_path: 'more.txt', content: 'more' }],
    };
    expect((await owner.api.post(`${path}/repository/commits`, commit)).status).toBe(201);
    await eventually(
      () => owner.api.get(path),
      ({ body }) => body.last_activity_at > before,
    );
  });

  it('remove what belonged to a deleted user', async () => {
    const owner = await createUser();
    const group = await makeGroup(owner.api);
    const user = await createMember(owner.api, `/groups/${group.id}`, 30);
    const project = await makeProject(user.api);
    expect((await asRoot().delete(`/users/${user.id}`)).status).toBe(204);
    await eventually(
      () => asRoot().get(`/projects/${project.id}`),
      ({ status }) => status === 404,
    );
    await eventually(
      () => owner.api.get(`/groups/${group.id}/members/${user.id}`),
      ({ status }) => status === 404,
    );
    await eventually(
      () => owner.api.post('/groups', { name: unique('n'), path: user.username }),
      ({ status }) => status === 201,
    );
  });
});
