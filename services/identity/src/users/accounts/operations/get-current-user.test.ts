import { api, asRoot, createUser, mesh } from '@forgemesh/testing';

describe('GET /user', () => {
  it('shows the signed-in user all their own fields', async () => {
    const user = await createUser({ bio: 'Writes code' });
    const { status, body } = await user.api.get('/user');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: user.id,
      username: user.username,
      state: 'active',
      avatar_url: null,
      web_url: `${mesh().url}/${user.username}`,
      bio: 'Writes code',
      email: `${user.username}@example.com`,
      is_admin: false,
      can_create_group: true,
      can_create_project: true,
      two_factor_enabled: false,
      identities: [],
      projects_limit: 100_000,
    });
    expect(body).not.toHaveProperty('note');
    expect(JSON.stringify(body)).not.toMatch(/password|digest|version/);
  });

  it('shows that a user is an administrator', async () => {
    const { body } = await asRoot().get('/user');
    expect(body).toMatchObject({
      id: 1,
      username: 'root',
      name: 'Administrator',
      email: 'admin@example.com',
      is_admin: true,
    });
  });

  it('is 401 without token', async () => {
    expect(await api().get('/user')).toMatchObject({ status: 401, body: { message: '401 Unauthorized' } });
  });

  it('accepts tokens with the scope read_user', async () => {
    const reader = await createUser({}, ['read_user']);
    expect((await reader.api.get('/user')).status).toBe(200);
    const pusher = await createUser({}, ['write_repository']);
    expect(await pusher.api.get('/user')).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
  });
});
