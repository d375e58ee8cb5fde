import {
  api,
  asRoot,
  createUser,
  waitFor,
  createProject,
  addMember,
  createGroup,
  type TestUser,
} from '@forgemesh/testing';

const root = asRoot();
let owner: TestUser;
let projectId: number;

beforeAll(async () => {
  owner = await createUser();
  projectId = (await createProject(owner.api, { visibility: 'public' })).id;
});

/** Creates a project member who has written an issue and a note. */
async function createWriter() {
  const user = await createUser();
  await addMember(owner.api, `/projects/${projectId}`, user, 30);
  const issue = (
    await user.api.post(`/projects/${projectId}/issues`, { title: 'by the user', assignee_ids: [user.id] })
  ).body;
  const other = (await owner.api.post(`/projects/${projectId}/issues`, { title: 'by another' })).body;
  const path = `/projects/${projectId}/issues/${other.iid}`;
  const note = (await user.api.post(`${path}/notes`, { body: 'said' })).body;
  await user.api.post(`${path}/award_emoji`, { name: 'thumbsup' });
  const own = await createProject(user.api, { name: 'own' });
  return { user, issue, note, path, own };
}

describe('DELETE /users/:id', () => {
  it('deletes the user and their own projects, and reassigns their contributions to the ghost user', async () => {
    const { user, issue, note, path, own } = await createWriter();
    expect(await root.delete(`/users/${user.id}`)).toMatchObject({ status: 204, body: undefined });
    expect((await user.api.get('/user')).status).toBe(401);
    expect((await root.get(`/users/${user.id}`)).status).toBe(404);
    expect((await root.delete(`/users/${user.id}`)).status).toBe(404);

    const handedOver = await waitFor(
      () => owner.api.get(`/projects/${projectId}/issues/${issue.iid}`),
      ({ body }) => body.author?.name === 'Ghost User' && body.assignees.length === 0,
    );
    const ghost = handedOver.body.author;
    expect(ghost.username).toMatch(/^ghost\d*$/);
    const written = await waitFor(
      () => owner.api.get(`${path}/notes/${note.id}`),
      ({ body }) => body.author?.id === ghost.id,
    );
    expect(written.body.body).toBe('said');
    await waitFor(
      () => owner.api.get(`${path}/award_emoji`),
      ({ body }) => body[0]?.user?.id === ghost.id,
    );
    await waitFor(
      () => root.get(`/projects/${own.id}`),
      ({ status }) => status === 404,
    );
    const members = await waitFor(
      () => owner.api.get(`/projects/${projectId}/members?user_ids[]=${user.id}`),
      ({ body }) => body.length === 0,
    );
    expect(members.status).toBe(200);
    // The name is available again.
    await waitFor(
      () => root.post('/groups', { name: 'g', path: user.username }),
      ({ status }) => status === 201,
    );
  });

  it('deletes their contributions if requested', async () => {
    const { user, issue, note, path } = await createWriter();
    expect((await root.delete(`/users/${user.id}?hard_delete=true`)).status).toBe(204);
    for (const deleted of [`/projects/${projectId}/issues/${issue.iid}`, `${path}/notes/${note.id}`]) {
      await waitFor(
        () => owner.api.get(deleted),
        ({ status }) => status === 404,
      );
    }
    await waitFor(
      () => owner.api.get(path),
      ({ body }) => body.upvotes === 0 && body.user_notes_count === 0,
    );
  });

  it('is refused for the only owner of a group, unless everything is deleted', async () => {
    const user = await createUser();
    const group = await createGroup(user.api, { name: 'g' });
    expect(await root.delete(`/users/${user.id}`)).toMatchObject({
      status: 409,
      body: { message: 'User cannot be removed while is the sole-owner of a group' },
    });
    expect((await user.api.get('/user')).status).toBe(200);
    await addMember(user.api, `/groups/${group.id}`, owner, 50);
    expect((await root.delete(`/users/${user.id}`)).status).toBe(204);
    expect((await owner.api.get(`/groups/${group.id}`)).status).toBe(200);

    const alone = await createUser();
    const doomed = await createGroup(alone.api, { name: 'g' });
    expect((await root.delete(`/users/${alone.id}?hard_delete=true`)).status).toBe(204);
    await waitFor(
      () => root.get(`/groups/${doomed.id}`),
      ({ status }) => status === 404,
    );
  });

  it('creates one ghost user, who cannot be removed or blocked and is listed like other users', async () => {
    const users = await Promise.all([createUser(), createUser()]);
    const responses = await Promise.all(users.map(({ id }) => root.delete(`/users/${id}`)));
    expect(responses.map(({ status }) => status)).toEqual([204, 204]);
    const { body: ghosts } = await root.get('/users?search=Ghost%20User');
    expect(ghosts).toHaveLength(1);
    const { id, username } = ghosts[0];
    expect((await root.delete(`/users/${id}`)).status).toBe(403);
    expect((await root.post(`/users/${id}/block`)).status).toBe(403);
    expect((await root.get('/user', { Sudo: username })).status).toBe(403);
    expect((await root.get(`/users?active=true&username=${username}`)).body).toEqual([]);
    expect(await owner.api.get(`/users/${username}/projects`)).toMatchObject({ status: 200, body: [] });
    expect((await owner.api.get(`/users/${id}`)).body).toMatchObject({ name: 'Ghost User', state: 'active' });
  });

  it('requires an administrator and an existing user', async () => {
    const user = await createUser();
    expect((await user.api.delete(`/users/${user.id}`)).status).toBe(403);
    expect((await api().delete(`/users/${user.id}`)).status).toBe(401);
    expect(await root.delete('/users/999999999')).toMatchObject({
      status: 404,
      body: { message: '404 User Not Found' },
    });
  });
});
