import { asRoot, createUser, waitFor, unique, createMember, createGroup, createProject } from '@forgemesh/testing';

describe('events', () => {
  it('of a push update the last activity of the project', async () => {
    const owner = await createUser();
    const project = await createProject(owner.api, { initialize_with_readme: true });
    const path = `/projects/${project.id}`;
    const before = (await owner.api.get(path)).body.last_activity_at as string;
    const commit = {
      branch: 'master',
      commit_message: 'More',
      actions: [{ action: 'create', file_path: 'more.txt', content: 'more' }],
    };
    expect((await owner.api.post(`${path}/repository/commits`, commit)).status).toBe(201);
    await waitFor(
      () => owner.api.get(path),
      ({ body }) => body.last_activity_at > before,
    );
  });

  it('of a deleted user remove the data of the user', async () => {
    const owner = await createUser();
    const group = await createGroup(owner.api);
    const user = await createMember(owner.api, `/groups/${group.id}`, 30);
    const project = await createProject(user.api);
    const starred = await createProject(owner.api, { visibility: 'public' });
    await user.api.post(`/projects/${starred.id}/star`);
    expect((await owner.api.get(`/projects/${starred.id}`)).body.star_count).toBe(1);
    expect((await asRoot().delete(`/users/${user.id}`)).status).toBe(204);
    await waitFor(
      () => owner.api.get(`/projects/${starred.id}`),
      ({ body }) => body.star_count === 0,
    );
    expect((await asRoot().get(`/projects/${starred.id}/starrers`)).body).toEqual([]);
    await waitFor(
      () => asRoot().get(`/projects/${project.id}`),
      ({ status }) => status === 404,
    );
    await waitFor(
      () => owner.api.get(`/groups/${group.id}/members/${user.id}`),
      ({ status }) => status === 404,
    );
    await waitFor(
      () => owner.api.post('/groups', { name: unique('n'), path: user.username }),
      ({ status }) => status === 201,
    );
  });
});
