import {
  api,
  asRoot,
  createUser,
  mesh,
  createProjectWithReadme,
  type ApiClient,
  type TestUser,
} from '@forgemesh/testing';
import { withDatabase } from '#testing/stored-documents';

const root = asRoot();
const password = 'a-long-password-1';
const TWO_HOURS = 2 * 60 * 60;
let user: TestUser;

beforeAll(async () => {
  user = await createUser();
});

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

async function post(fields: Record<string, string>, path = '/oauth/token') {
  const headers = { 'User-Agent': 'test-client/1' };
  const response = await fetch(`${mesh().url}${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) });
  return { status: response.status, body: (await response.json()) as Tokens & { error?: string } };
}

async function signIn(username = user.username): Promise<Tokens> {
  const { status, body } = await post({ grant_type: 'password', username, password });
  expect(status).toBe(200);
  return body;
}

const refresh = ({ refresh_token }: Tokens) => post({ grant_type: 'refresh_token', refresh_token });
const statusOf = async ({ access_token: token }: Tokens) => (await api(token).get('/user')).status;
const idOf = async (client: ApiClient): Promise<number> => {
  const { body } = await client.get('/user/sign_ins');
  return body.find(({ current }: { current: boolean }) => current).id;
};

/** Expects that neither token of a sign-in is valid. */
async function expectEnded(tokens: Tokens): Promise<void> {
  expect(await statusOf(tokens)).toBe(401);
  expect(await refresh(tokens)).toMatchObject({ status: 401, body: { error: 'invalid_grant' } });
}

/** Changes the stored sign-in before its token is first used and cached. */
async function age(fields: Record<string, Date>): Promise<void> {
  await withDatabase(async (connection) => {
    const tokens = connection.collection('tokens');
    const [last] = await tokens
      .find({ refresh_digest: { $exists: true } })
      .sort({ _id: -1 })
      .limit(1)
      .toArray();
    await tokens.updateOne({ _id: last?._id }, { $set: fields });
  });
}

describe('the token of a sign-in', () => {
  it('ends after two hours, for REST and git', async () => {
    const other = await createUser();
    const project = await createProjectWithReadme(other.api);
    const tokens = await signIn(other.username);
    expect(tokens.expires_in).toBe(TWO_HOURS);
    await age({ valid_until: new Date(Date.now() - 1000) });
    expect(await api(tokens.access_token).get('/user')).toMatchObject({
      status: 401,
      body: { error: 'invalid_token', error_description: expect.stringContaining('Token is expired') },
    });
    const headers = { Authorization: `Basic ${Buffer.from(`oauth2:${tokens.access_token}`).toString('base64')}` };
    const path = `${mesh().url}/${project.path_with_namespace}.git/info/refs?service=git-upload-pack`;
    expect((await fetch(path, { headers })).status).toBe(401);
    const refreshed = await refresh(tokens);
    expect(refreshed).toMatchObject({
      status: 200,
      body: { expires_in: TWO_HOURS, token_type: 'Bearer', scope: 'api' },
    });
    expect(await statusOf(refreshed.body)).toBe(200);
  });

  it('shows when it expires', async () => {
    const { access_token: token } = await signIn();
    const response = await fetch(`${mesh().url}/oauth/token/info`, { headers: { Authorization: `Bearer ${token}` } });
    const { expires_in: seconds } = (await response.json()) as { expires_in: number };
    expect(seconds).toBeGreaterThan(TWO_HOURS - 60);
    expect(seconds).toBeLessThanOrEqual(TWO_HOURS);
  });

  it('lives as long as session_expire_delay, if set', async () => {
    const lives: number[] = [];
    try {
      // The last value is the default, which also applies when set explicitly.
      for (const session_expire_delay of [5, 10_080]) {
        await root.put('/application/settings', { session_expire_delay });
        lives.push((await signIn()).expires_in);
      }
    } finally {
      await root.put('/application/settings', { session_expire_delay: null });
    }
    expect(lives).toEqual([300, 10_080 * 60]);
    expect((await signIn()).expires_in).toBe(TWO_HOURS);
  });

  it('is not refreshed after a long inactivity', async () => {
    const tokens = await signIn();
    await age({ valid_until: new Date(Date.now() - 1000), refresh_until: new Date(Date.now() - 1000) });
    await expectEnded(tokens);
  });

  it('of an earlier release ends too', async () => {
    const tokens = await signIn();
    await withDatabase(async (connection) => {
      const tokens = connection.collection('tokens');
      const [last] = await tokens
        .find({ refresh_digest: { $exists: true } })
        .sort({ _id: -1 })
        .limit(1)
        .toArray();
      const unset = { valid_until: 1, refresh_until: 1, sign_in_epoch: 1, signed_in_at: 1 };
      const created = new Date(Date.now() - TWO_HOURS * 1000);
      await tokens.updateOne({ _id: last?._id }, { $unset: unset, $set: { created_at: created } });
    });
    expect(await statusOf(tokens)).toBe(401);
    expect((await refresh(tokens)).status).toBe(200);
  });
});

describe('a refresh token', () => {
  it('ends the whole sign-in if it is reused', async () => {
    const first = await signIn();
    const second = (await refresh(first)).body;
    const third = (await refresh(second)).body;
    expect(await statusOf(second)).toBe(401);
    expect(await statusOf(third)).toBe(200);
    expect(await refresh(first)).toMatchObject({ status: 401, body: { error: 'invalid_grant' } });
    await expectEnded(third);
  });

  it('returns one token for concurrent requests', async () => {
    const tokens = await signIn();
    const responses = await Promise.all(Array.from({ length: 5 }, () => refresh(tokens)));
    expect(responses.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    await expectEnded(tokens);
  });

  it('of another sign-in has no effect', async () => {
    const [one, other] = [await signIn(), await signIn()];
    expect((await refresh({ ...one, refresh_token: `${'0'.repeat(24)}${one.refresh_token.slice(24)}` })).status).toBe(
      401,
    );
    expect([await statusOf(one), await statusOf(other)]).toEqual([200, 200]);
  });
});

describe('a sign-in', () => {
  it.each([
    ['a change of the password', (id: number) => root.put(`/users/${id}`, { password: 'another-password' })],
    [
      'a block, also when it is taken back',
      async (id: number) => {
        await root.post(`/users/${id}/block`);
        return root.post(`/users/${id}/unblock`);
      },
    ],
  ])('ends with %s immediately', async (_name, end) => {
    const other = await createUser();
    const [one, two] = [await signIn(other.username), await signIn(other.username)];
    expect([await statusOf(one), await statusOf(two)]).toEqual([200, 200]);
    expect((await end(other.id)).status).toBeLessThan(300);
    await expectEnded(one);
    await expectEnded(two);
    expect((await other.api.get('/user')).status).toBe(200);
  });

  it('is unaffected by other changes', async () => {
    const other = await createUser();
    const tokens = await signIn(other.username);
    await root.put(`/users/${other.id}`, { bio: 'Ada' });
    expect(await statusOf(tokens)).toBe(200);
  });
});

describe('GET /user/sign_ins', () => {
  it('lists the sign-ins of the caller by state', async () => {
    const other = await createUser();
    const [one, two] = [await signIn(other.username), await signIn(other.username)];
    const { status, body, headers } = await api(two.access_token).get('/user/sign_ins');
    expect(status).toBe(200);
    expect(headers.get('x-total')).toBe('2');
    expect(body[1]).toEqual({
      id: expect.any(Number),
      user_id: other.id,
      scopes: ['api'],
      created_at: expect.stringMatching(/Z$/),
      refreshed_at: null,
      expires_at: expect.stringMatching(/Z$/),
      last_used_at: null,
      ip_address: expect.stringMatching(/127\.0\.0\.1$/),
      user_agent: 'test-client/1',
      active: true,
      current: true,
    });
    expect(body[0]).toMatchObject({ current: false, active: true });
    const refreshed = (await refresh(one)).body;
    expect((await api(refreshed.access_token).get('/user/sign_ins')).body[0]).toMatchObject({
      id: body[0].id,
      created_at: body[0].created_at,
      refreshed_at: expect.stringMatching(/Z$/),
    });
    await other.api.delete(`/user/sign_ins/${body[1].id}`);
    const ids = async (state: string) =>
      (await other.api.get(`/user/sign_ins?state=${state}`)).body.map(({ id }: { id: number }) => id);
    expect(await ids('active')).toEqual([body[0].id]);
    expect(await ids('inactive')).toEqual([body[1].id]);
    expect((await other.api.get('/user/sign_ins?state=lost')).status).toBe(400);
    expect((await api().get('/user/sign_ins')).status).toBe(401);
    expect((await user.api.get('/user/sign_ins?per_page=100')).body.map(({ id }: { id: number }) => id)).not.toContain(
      body[0].id,
    );
  });
});

describe('DELETE /user/sign_ins/:id', () => {
  it('ends one sign-in of the caller immediately', async () => {
    const [one, two] = [await signIn(), await signIn()];
    const id = await idOf(api(one.access_token));
    expect((await user.api.delete(`/user/sign_ins/${id}`)).status).toBe(204);
    await expectEnded(one);
    expect(await statusOf(two)).toBe(200);
    expect((await user.api.delete(`/user/sign_ins/${id}`)).status).toBe(204);
    const other = await createUser();
    expect(await other.api.delete(`/user/sign_ins/${await idOf(api(two.access_token))}`)).toMatchObject({
      status: 404,
      body: { message: '404 Sign-In Not Found' },
    });
    const { id: personal } = (await user.api.post('/personal_access_tokens', { name: 'a', scopes: ['api'] })).body;
    expect((await user.api.delete(`/user/sign_ins/${personal}`)).status).toBe(404);
    const reader = await createUser({}, ['read_api']);
    expect((await reader.api.delete(`/user/sign_ins/${id}`)).status).toBe(403);
  });
});

describe('DELETE /user/sign_ins', () => {
  it('signs the caller out everywhere, and leaves personal access tokens', async () => {
    const other = await createUser();
    const [one, two] = [await signIn(other.username), await signIn(other.username)];
    expect((await api(one.access_token).delete('/user/sign_ins')).status).toBe(204);
    await expectEnded(one);
    await expectEnded(two);
    expect((await other.api.get('/user/sign_ins?state=active')).body).toEqual([]);
    expect(await statusOf(await signIn(other.username))).toBe(200);
    expect((await api().delete('/user/sign_ins')).status).toBe(401);
  });
});

describe('/users/:user_id/sign_ins', () => {
  it('requires an administrator, who can list, end one, and end all', async () => {
    const other = await createUser();
    const path = `/users/${other.id}/sign_ins`;
    const [one, two, three] = [
      await signIn(other.username),
      await signIn(other.username),
      await signIn(other.username),
    ];
    const ids = (await root.get(path)).body.map(({ id }: { id: number }) => id);
    expect(ids).toHaveLength(3);
    expect((await root.delete(`${path}/${ids[0]}`)).status).toBe(204);
    await expectEnded(one);
    expect((await root.delete(`/users/${user.id}/sign_ins/${ids[1]}`)).status).toBe(404);
    expect(await statusOf(two)).toBe(200);
    expect((await root.delete(path)).status).toBe(204);
    await expectEnded(two);
    await expectEnded(three);
    for (const response of [
      await other.api.get(path),
      await other.api.delete(path),
      await other.api.delete(`${path}/1`),
    ])
      expect(response.status).toBe(403);
    for (const response of [
      await root.get('/users/999999999/sign_ins'),
      await root.delete('/users/999999999/sign_ins'),
    ])
      expect(response).toMatchObject({ status: 404, body: { message: '404 User Not Found' } });
  });
});
