import { api, asRoot, createUser } from '@forgemesh/testing';

describe('POST /users/:user_id/impersonation_tokens', () => {
  it('creates a token that works and is shown once', async () => {
    const user = await createUser();
    const path = `/users/${user.id}/impersonation_tokens`;
    const { status, body } = await asRoot().post(path, {
      name: 'robot',
      scopes: ['api', 'sudo'],
      expires_at: '2999-12-31',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'robot',
      revoked: false,
      active: true,
      scopes: ['api', 'sudo'],
      user_id: user.id,
      impersonation: true,
      expires_at: '2999-12-31',
      token: expect.stringMatching(/^glpat-[\w-]{20}$/),
    });
    expect((await api(body.token).get('/user')).body.id).toBe(user.id);
    const { token: _token, ...rest } = body;
    expect((await asRoot().get(`${path}/${body.id}`)).body).toEqual(rest);
  });

  it('never creates the same token twice', async () => {
    const user = await createUser();
    const create = () => asRoot().post(`/users/${user.id}/impersonation_tokens`, { name: 'a', scopes: ['api'] });
    const [first, second] = await Promise.all([create(), create()]);
    expect(first.body.token).not.toBe(second.body.token);
    expect(first.body.expires_at).toBeNull();
  });

  it.each([
    [{ name: 'a' }, { message: { scopes: ["can't be blank"] } }],
    [{ name: 'a', scopes: ['everything'] }, { message: { scopes: ['can only contain available scopes'] } }],
    [{ scopes: ['api'] }, { error: 'name is missing' }],
    [{ name: 'a', scopes: ['api'], expires_at: '2020-02-30' }, { error: 'expires_at is invalid' }],
  ])('refuses %j', async (given, body) => {
    expect(await asRoot().post('/users/1/impersonation_tokens', given)).toMatchObject({ status: 400, body });
  });

  it('is 404 for unknown users and 403 for non-administrators', async () => {
    const user = await createUser();
    const given = { name: 'a', scopes: ['api'] };
    expect(await asRoot().post('/users/999999999/impersonation_tokens', given)).toMatchObject({
      status: 404,
      body: { message: '404 User Not Found' },
    });
    expect((await user.api.post(`/users/${user.id}/impersonation_tokens`, given)).status).toBe(403);
  });
});
