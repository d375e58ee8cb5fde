import { api, asRoot, createUser, waitFor, mesh, createProjectWithReadme, type TestUser } from '@forgemesh/testing';

const root = asRoot();
let user: TestUser;

beforeAll(async () => {
  user = await createUser();
});

describe('POST /personal_access_tokens', () => {
  it('creates a token that is shown once, works and is listed', async () => {
    const { status, body } = await user.api.post('/personal_access_tokens', {
      name: 'robot',
      scopes: ['api', 'read_repository'],
      expires_at: '2999-12-31',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'robot',
      revoked: false,
      created_at: expect.stringMatching(/Z$/),
      scopes: ['api', 'read_repository'],
      user_id: user.id,
      last_used_at: null,
      active: true,
      expires_at: '2999-12-31',
      token: expect.stringMatching(/^glpat-[\w-]{20}$/),
    });
    const { token, ...rest } = body;
    expect((await user.api.get(`/personal_access_tokens/${body.id}`)).body).toEqual(rest);
    expect((await user.api.get('/personal_access_tokens')).body).toContainEqual(rest);
    expect((await api(token).get('/user')).body.id).toBe(user.id);
    const used = await waitFor(
      () => user.api.get(`/personal_access_tokens/${body.id}`),
      ({ body: token }) => typeof token.last_used_at === 'string',
    );
    expect(used.body.last_used_at).toMatch(/Z$/);
  });

  it('has at most the scopes of the token that creates it', async () => {
    const admin = await createUser({ admin: true });
    const fields = { name: 'more', scopes: ['sudo'] };
    expect((await admin.api.post('/personal_access_tokens', fields)).status).toBe(403);
    const privileged = await createUser({ admin: true }, ['api', 'sudo']);
    expect((await privileged.api.post('/user/personal_access_tokens', fields)).status).toBe(201);
    const reader = await createUser({}, ['read_api']);
    expect((await reader.api.post('/personal_access_tokens', { name: 'a', scopes: ['read_api'] })).status).toBe(403);
  });

  it.each([
    [{ name: 'a' }, { message: { scopes: ["can't be blank"] } }],
    [{ name: 'a', scopes: ['everything'] }, { message: { scopes: ['can only contain available scopes'] } }],
    [
      { name: 'a', scopes: ['api'], expires_at: '2020-01-01' },
      { message: { expires_at: ['cannot be a date in the past'] } },
    ],
    [{ scopes: ['api'] }, { error: 'name is missing' }],
  ])('refuses %j', async (given, body) => {
    expect(await user.api.post('/personal_access_tokens', given)).toMatchObject({ status: 400, body });
  });
});

describe('DELETE /personal_access_tokens/:id', () => {
  it('invalidates a token immediately, for REST and git, even for administrators', async () => {
    const project = await createProjectWithReadme(user.api);
    const { id, token } = (await user.api.post('/personal_access_tokens', { name: 'a', scopes: ['api'] })).body;
    const pull = async () => {
      const headers = { Authorization: `Basic ${Buffer.from(`oauth2:${token}`).toString('base64')}` };
      const path = `${mesh().url}/${project.path_with_namespace}.git/info/refs?service=git-upload-pack`;
      return (await fetch(path, { headers })).status;
    };
    expect(await pull()).toBe(200);
    expect((await user.api.delete(`/personal_access_tokens/${id}`)).status).toBe(204);
    expect(await api(token).get('/user')).toMatchObject({
      status: 401,
      body: {
        error: 'invalid_token',
        error_description: 'Token was revoked. You have to re-authorize from the user.',
      },
    });
    expect(await pull()).toBe(401);
    expect((await user.api.delete(`/personal_access_tokens/${id}`)).status).toBe(204);
    expect((await user.api.get(`/personal_access_tokens/${id}`)).body).toMatchObject({ revoked: true, active: false });

    const other = (await user.api.post('/personal_access_tokens', { name: 'b', scopes: ['api'] })).body;
    expect((await root.delete(`/personal_access_tokens/${other.id}`)).status).toBe(204);
    expect((await api(other.token).get('/user')).status).toBe(401);
  });
});

describe('GET /personal_access_tokens', () => {
  it('shows users their own tokens, administrators those of one user, and no impersonation tokens', async () => {
    const [one, other] = await Promise.all([createUser(), createUser()]);
    const created = [];
    for (const name of ['first', 'second'])
      created.push((await one.api.post('/personal_access_tokens', { name, scopes: ['read_user'] })).body.id);
    await one.api.delete(`/personal_access_tokens/${created[0]}`);
    const ids = async (client: typeof root, query = '') =>
      (await client.get(`/personal_access_tokens?${query}`)).body.map(({ id }: { id: number }) => id);
    expect(await ids(one.api)).toEqual(created);
    expect(await ids(one.api, 'state=active')).toEqual([created[1]]);
    expect(await ids(root, `user_id=${one.id}&state=inactive`)).toEqual([created[0]]);
    expect(await ids(root, `user_id=${one.id}&per_page=1&page=2`)).toEqual([created[1]]);
    expect(await ids(other.api)).toEqual([]);
    expect((await other.api.get(`/personal_access_tokens?user_id=${one.id}`)).status).toBe(403);
    expect(await other.api.get(`/personal_access_tokens/${created[1]}`)).toMatchObject({
      status: 404,
      body: { message: '404 Personal Access Token Not Found' },
    });
    expect((await other.api.delete(`/personal_access_tokens/${created[1]}`)).status).toBe(404);
    expect((await api().get('/personal_access_tokens')).status).toBe(401);
  });
});

describe('POST /users/:user_id/personal_access_tokens', () => {
  it('lets administrators create a token for a user, who can see it', async () => {
    const given = { name: 'given', scopes: ['api'] };
    const { status, body } = await root.post(`/users/${user.id}/personal_access_tokens`, given);
    expect(status).toBe(201);
    expect((await api(body.token).get('/user')).body.id).toBe(user.id);
    expect((await user.api.get(`/personal_access_tokens/${body.id}`)).body).toMatchObject(given);
    expect((await root.post('/users/999999999/personal_access_tokens', given)).status).toBe(404);
    expect((await user.api.post(`/users/${user.id}/personal_access_tokens`, given)).status).toBe(403);
  });
});

describe('/personal_access_tokens/self', () => {
  it('is the token of the request, whatever its scope', async () => {
    const fields = { name: 'own', scopes: ['read_repository'], expires_at: '2999-12-31' };
    const { token, ...made } = (await user.api.post('/personal_access_tokens', fields)).body;
    const { status, body } = await api(token).get('/personal_access_tokens/self');
    expect({ status, body }).toEqual({ status: 200, body: { ...made, last_used_at: body.last_used_at } });
    expect((await api().get('/personal_access_tokens/self')).status).toBe(401);
    expect((await api().delete('/personal_access_tokens/self')).status).toBe(401);
  });

  it('is also an impersonation token', async () => {
    const fields = { name: 'robot', scopes: ['api'] };
    const { token, id } = (await root.post(`/users/${user.id}/impersonation_tokens`, fields)).body;
    expect((await api(token).get('/personal_access_tokens/self')).body).toMatchObject({ id, user_id: user.id });
  });

  it('is not the token of a sign-in', async () => {
    const signedIn = await createUser({ password: 'correct horse 1' });
    const grant = { grant_type: 'password', username: signedIn.username, password: 'correct horse 1' };
    const response = await fetch(`${mesh().url}/oauth/token`, { method: 'POST', body: new URLSearchParams(grant) });
    const { access_token: token } = (await response.json()) as { access_token: string };
    const missing = { status: 404, body: { message: '404 Personal Access Token Not Found' } };
    expect(await api(token).get('/personal_access_tokens/self')).toMatchObject(missing);
    expect(await api(token).delete('/personal_access_tokens/self')).toMatchObject(missing);
  });

  it('revokes itself', async () => {
    const fields = { name: 'gone', scopes: ['read_user'] };
    const { token, id } = (await user.api.post('/personal_access_tokens', fields)).body;
    expect((await api(token).delete('/personal_access_tokens/self')).status).toBe(204);
    expect((await api(token).get('/personal_access_tokens/self')).status).toBe(401);
    expect((await user.api.get(`/personal_access_tokens/${id}`)).body).toMatchObject({ revoked: true, active: false });
  });
});
