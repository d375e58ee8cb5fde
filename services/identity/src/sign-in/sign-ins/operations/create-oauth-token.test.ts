import { api, asRoot, createUser, mesh, unique, type TestUser } from '@forgemesh/testing';

const root = asRoot();
const password = 'a-long-password-1';
let user: TestUser;

beforeAll(async () => {
  user = await createUser();
});

interface SignInResponse {
  access_token: string;
  refresh_token: string;
  scope: string;
}

/** These operations are not below `/api/v4`. */
const oauth = api(undefined, mesh().url, '/oauth');

async function signIn(fields: Record<string, string>) {
  const { status, headers, body } = await oauth.post('/token', new URLSearchParams(fields));
  return { status, headers, body: body as SignInResponse };
}

function withPassword(username: string, text = password, more: Record<string, string> = {}) {
  return signIn({ grant_type: 'password', username, password: text, ...more });
}

describe('POST /oauth/revoke', () => {
  const revoke = async (token: string) => {
    const { status, body } = await oauth.post('/revoke', new URLSearchParams({ token }));
    return [status, body];
  };

  it.each(['access_token', 'refresh_token'] as const)('ends both by the %s', async (name) => {
    const { body } = await withPassword(user.username);
    expect((await api(body.access_token).get('/user')).status).toBe(200);
    expect(await revoke(body[name])).toEqual([200, {}]);
    expect((await api(body.access_token).get('/user')).status).toBe(401);
    const refreshed = await signIn({ grant_type: 'refresh_token', refresh_token: body.refresh_token });
    expect(refreshed.status).toBe(401);
    expect(await revoke(body[name])).toEqual([200, {}]);
  });

  it('reveals nothing about texts that are not sign-in tokens', async () => {
    expect(await revoke('no-token')).toEqual([200, {}]);
    expect(await revoke(user.token)).toEqual([200, {}]);
    expect((await user.api.get('/user')).status).toBe(200);
    expect(await revoke('')).toEqual([400, { error: 'token is empty' }]);
  });
});

describe('GET /oauth/token/info', () => {
  const infoOf = async (headers: Record<string, string>) => {
    const { status, body } = await oauth.get('/token/info', headers);
    return { status, body };
  };

  it('describes a token', async () => {
    const { body } = await withPassword(user.username, password, { scope: 'read_user' });
    const info = {
      resource_owner_id: user.id,
      scope: ['read_user'],
      scopes: ['read_user'],
      application: { uid: null },
      expires_in: expect.any(Number),
      expires_in_seconds: expect.any(Number),
      created_at: expect.any(Number),
    };
    expect(await infoOf({ Authorization: `Bearer ${body.access_token}` })).toEqual({ status: 200, body: info });
  });

  it('shows when it expires', async () => {
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const wish = { name: 'ending', scopes: ['api'], expires_at: tomorrow };
    const { token } = (await root.post(`/users/${user.id}/impersonation_tokens`, wish)).body;
    const { body } = await infoOf({ 'PRIVATE-TOKEN': token });
    expect(body.expires_in).toBeGreaterThan(86_400 - 60);
    expect(body.expires_in_seconds).toBeLessThanOrEqual(2 * 86_400);
  });

  it('requires a valid token', async () => {
    expect((await infoOf({})).status).toBe(401);
    expect((await infoOf({ Authorization: 'Bearer no-token' })).status).toBe(401);
  });
});

describe('POST /oauth/token', () => {
  it('returns a token for a username or email and a password', async () => {
    const { status, body } = await withPassword(user.username.toUpperCase());
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      token_type: 'Bearer',
      refresh_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      scope: 'api',
      created_at: expect.any(Number),
      expires_in: 7200,
    });
    const bearer = { Authorization: `Bearer ${body.access_token}` };
    expect((await api().get('/user', bearer)).body).toMatchObject({
      id: user.id,
      current_sign_in_at: expect.any(String),
    });
    expect((await api().get(`/user?access_token=${body.access_token}`)).body.id).toBe(user.id);
    expect((await withPassword(`${user.username}@example.com`)).status).toBe(200);
    // It is not a personal access token.
    expect((await user.api.get('/personal_access_tokens')).body).toEqual([]);
  });

  it('returns the requested users, and ignores unknown ones', async () => {
    const { body } = await withPassword(user.username, password, { scope: 'read_user' });
    expect(body.scope).toBe('read_user');
    expect((await api(body.access_token).get('/projects')).status).toBe(403);
    expect(await withPassword(user.username, password, { scope: 'everything' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    });
  });

  it('exchanges a refresh token once', async () => {
    const first = (await withPassword(user.username)).body;
    const refresh = () => signIn({ grant_type: 'refresh_token', refresh_token: first.refresh_token });
    const second = await refresh();
    expect(second.status).toBe(200);
    expect((await api(second.body.access_token).get('/user')).status).toBe(200);
    expect((await api(first.access_token).get('/user')).status).toBe(401);
    expect(await refresh()).toMatchObject({ status: 401, body: { error: 'invalid_grant' } });
  });

  it('refuses wrong passwords, unknown users and users who may not sign in with the same error', async () => {
    const [blocked, unconfirmed] = await Promise.all([createUser(), createUser({ skip_confirmation: false })]);
    await root.post(`/users/${blocked.id}/block`);
    const refusals = [
      await withPassword(user.username, 'wrong-password'),
      await withPassword(unique('nobody')),
      await withPassword('root', ''),
      await withPassword(blocked.username),
      await withPassword(unconfirmed.username),
      await signIn({ grant_type: 'password' }),
    ];
    for (const { status, body } of refusals) {
      expect(status).toBe(401);
      expect(body).toEqual({ error: 'invalid_grant', error_description: expect.any(String) });
    }
    expect(await signIn({ grant_type: 'magic' })).toMatchObject({
      status: 400,
      body: { error: 'unsupported_grant_type' },
    });
  });

  it('reflects a password change', async () => {
    const other = await createUser();
    await root.put(`/users/${other.id}`, { password: 'another-password' });
    expect((await withPassword(other.username)).status).toBe(401);
    expect((await withPassword(other.username, 'another-password')).status).toBe(200);
  });

  it('limits guesses', async () => {
    const victim = await createUser();
    for (let tries = 0; tries < 10; tries++) {
      expect((await withPassword(victim.username, `guess-${tries}`)).status).toBe(401);
    }
    // The correct password is rejected too, for any name of the account.
    for (const login of [victim.username, `${victim.username}@example.com`]) {
      const { status, headers, body } = await withPassword(login);
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(JSON.stringify(body)).toContain('too many times');
    }
    expect((await withPassword(user.username)).status).toBe(200);
    expect((await victim.api.get('/user')).status).toBe(200);
  });
});
