import { asRoot, createUser, waitFor, mesh } from '@forgemesh/testing';

const root = asRoot();

function step(id: number, name: string) {
  return root.post(`/users/${id}/${name}`);
}

/** Creates a user and waits until they count as active. */
async function createActiveUser() {
  const user = await createUser();
  await user.api.get('/user');
  await waitFor(
    () => root.get(`/users/${user.id}`),
    ({ body }) => typeof body.last_activity_on === 'string',
  );
  return user;
}

describe('POST /users/:id/block', () => {
  it('refuses the next API and git request of the user, until they are unblocked', async () => {
    const user = await createUser();
    const created = await user.api.post('/projects', { name: 'kept', initialize_with_readme: true });
    expect(created.status).toBe(201);
    const password = Buffer.from(`any:${user.token}`).toString('base64');
    const refs = () =>
      fetch(`${mesh().url}/${created.body.path_with_namespace}.git/info/refs?service=git-upload-pack`, {
        headers: { Authorization: `Basic ${password}` },
      });
    expect((await refs()).status).toBe(200);

    expect(await step(user.id, 'block')).toMatchObject({ status: 201, body: true });
    expect(await user.api.get('/user')).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - Your account has been blocked.' },
    });
    expect((await refs()).status).toBe(403);
    expect((await root.get(`/users/${user.id}`)).body.state).toBe('blocked');
    expect((await root.get(`/users?blocked=true&username=${user.username}`)).body).toHaveLength(1);
    expect((await root.get(`/users?active=true&username=${user.username}`)).body).toEqual([]);
    expect(await step(user.id, 'block')).toMatchObject({ status: 201, body: false });

    expect(await step(user.id, 'unblock')).toMatchObject({ status: 201, body: true });
    expect((await user.api.get('/user')).status).toBe(200);
    expect((await refs()).status).toBe(200);
    expect(await step(user.id, 'unblock')).toMatchObject({ status: 201, body: false });
  });

  it('does not let administrators block themselves', async () => {
    const administrator = await createUser({ admin: true });
    expect(await administrator.api.post(`/users/${administrator.id}/block`)).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - The API initiating user cannot be blocked by the API' },
    });
    expect((await administrator.api.get('/user')).status).toBe(200);
  });

  it.each(['block', 'unblock', 'activate', 'deactivate'])(
    '%s requires an administrator and an existing user',
    async (name) => {
      const user = await createUser();
      expect((await user.api.post(`/users/${user.id}/${name}`)).status).toBe(403);
      expect(await step(999_999_999, name)).toMatchObject({ status: 404, body: { message: '404 User Not Found' } });
    },
  );
});

describe('POST /users/:id/deactivate', () => {
  it('refuses the user until they are activated', async () => {
    const user = await createUser();
    expect(await step(user.id, 'deactivate')).toMatchObject({ status: 201, body: true });
    expect((await user.api.get('/user')).status).toBe(403);
    expect(await step(user.id, 'deactivate')).toMatchObject({ status: 201, body: null });
    expect(await step(user.id, 'unblock')).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - Deactivated users cannot be unblocked by the API' },
    });
    expect(await step(user.id, 'activate')).toMatchObject({ status: 201, body: true });
    expect((await user.api.get('/user')).status).toBe(200);
    expect(await step(user.id, 'activate')).toMatchObject({ status: 201, body: false });
  });

  it('is refused for blocked or recently active users', async () => {
    const [blocked, active] = await Promise.all([createUser(), createActiveUser()]);
    await step(blocked.id, 'block');
    expect(await step(blocked.id, 'deactivate')).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - A blocked user cannot be deactivated by the API' },
    });
    expect(await step(blocked.id, 'activate')).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - A blocked user must be unblocked to be activated' },
    });
    expect((await step(active.id, 'deactivate')).body.message).toContain('has been active in the past 180 days');
  });
});
