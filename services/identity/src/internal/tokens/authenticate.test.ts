/** Authentication of tokens. */
import { connectDatabase } from '@forgemesh/data';
import { createMetrics } from '@forgemesh/telemetry';
import { api, asRoot, createUser, waitFor, mesh, type TestUser } from '@forgemesh/testing';
import type { Connection } from 'mongoose';

let database: Connection;

beforeAll(async () => {
  const { mongodbUri, databasePrefix } = mesh();
  database = await connectDatabase({
    uri: mongodbUri,
    database: `${databasePrefix}_identity`,
    metrics: createMetrics('test'),
  });
});

afterAll(() => database.close());

/**
 * Changes a user's state in the database, as another replica would, and waits until the change is
 * visible.
 */
async function setState(user: TestUser, state: string): Promise<void> {
  await database.collection<{ _id: number }>('users').updateOne({ _id: user.id }, { $set: { state } });
  await waitFor(
    () => user.api.get('/user'),
    ({ status }) => (status === 200) === (state === 'active'),
  );
}

async function issue(userId: number, fields: Record<string, unknown> = {}): Promise<string> {
  const path = `/users/${userId}/impersonation_tokens`;
  return (await asRoot().post(path, { name: 'token', scopes: ['api'], ...fields })).body.token;
}

describe('a token', () => {
  it('is read from the header, the bearer token and the parameter', async () => {
    const user = await createUser();
    const anonymous = api();
    expect((await anonymous.get('/user', { 'private-token': user.token })).body.id).toBe(user.id);
    expect((await anonymous.get('/user', { Authorization: `Bearer ${user.token}` })).body.id).toBe(user.id);
    expect((await anonymous.get(`/user?private_token=${user.token}`)).body.id).toBe(user.id);
    expect((await anonymous.get(`/user?access_token=${user.token}`)).body.id).toBe(user.id);
  });

  it.each(['unknown', 'glpat-00000000000000000000', '\u00e4'])('is refused when it is %s', async (token) => {
    const { status, body } = await api().get(`/user?private_token=${encodeURIComponent(token)}`);
    expect({ status, body }).toEqual({ status: 401, body: { message: '401 Unauthorized' } });
  });

  it('is refused from its last day on', async () => {
    const user = await createUser();
    const today = new Date().toISOString().slice(0, 10);
    const expired = await issue(user.id, { expires_at: today });
    expect(await api(expired).get('/user')).toMatchObject({
      status: 401,
      body: {
        error: 'invalid_token',
        error_description: 'Token is expired. You can either do re-authorization or token refresh.',
      },
    });
  });

  it.each([
    ['blocked', '403 Forbidden - Your account has been blocked.'],
    [
      'deactivated',
      '403 Forbidden - Your account has been deactivated by your administrator. Please log back in to reactivate your account.',
    ],
  ])('is refused when its user is %s', async (state, message) => {
    const user = await createUser();
    await setState(user, state);
    expect(await user.api.get('/user')).toMatchObject({ status: 403, body: { message } });
    await setState(user, 'active');
    expect((await user.api.get('/user')).status).toBe(200);
  });

  it('is stored as a digest only', async () => {
    const user = await createUser();
    const stored = await database.collection('tokens').findOne({ user_id: user.id });
    expect(JSON.stringify(stored)).not.toContain(user.token.slice(6));
    expect(stored).toMatchObject({ digest: expect.stringMatching(/^[0-9a-f]{64}$/), last_four: user.token.slice(-4) });
  });
});

describe('sudo', () => {
  it('lets an administrator act as a user, by id or name, in header or parameter', async () => {
    const user = await createUser();
    const root = asRoot();
    expect((await root.get('/user', { Sudo: String(user.id) })).body.id).toBe(user.id);
    expect((await root.get('/user', { SUDO: user.username.toUpperCase() })).body.id).toBe(user.id);
    expect((await root.get(`/user?sudo=${user.username}`)).body).toMatchObject({ id: user.id, is_admin: false });
    expect((await root.get('/application/settings', { Sudo: user.username })).status).toBe(403);
  });

  it('is refused for anonymous callers and non-administrators', async () => {
    const user = await createUser({}, ['api', 'sudo']);
    expect((await api().get('/user?sudo=root')).status).toBe(401);
    expect(await user.api.get('/user?sudo=root')).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - Must be admin to use sudo' },
    });
  });

  it('requires the scope', async () => {
    const admin = await createUser({ admin: true });
    expect(await admin.api.get('/user?sudo=root')).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope', scope: 'sudo' },
    });
  });

  it('reports an unknown user', async () => {
    expect(await asRoot().get('/user?sudo=no-such-user')).toMatchObject({
      status: 404,
      body: { message: "404 User with ID or username 'no-such-user' Not Found" },
    });
  });

  it('does not reach a blocked user', async () => {
    const user = await createUser();
    await setState(user, 'blocked');
    expect((await asRoot().get(`/user?sudo=${user.username}`)).status).toBe(403);
  });
});
