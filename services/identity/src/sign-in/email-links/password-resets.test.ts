import { randomBytes } from 'node:crypto';
import { connectDatabase } from '@forgemesh/data';
import { createMetrics } from '@forgemesh/telemetry';
import { api, asRoot, createUser, getAccount, mesh, meshCaller, postAccount, unique } from '@forgemesh/testing';
import { PasswordResetServiceDefinition } from '@forgemesh/proto/identity/v1/password_reset';

const caller = meshCaller();
const resets = caller.client(PasswordResetServiceDefinition, 'identity');
afterAll(() => caller.close());

const password = 'a-new-password-1';

interface Waiting {
  id: number;
  username: string;
  email: string;
}

/** Creates a user who was sent a link. */
async function createWithResetLink(fields: Record<string, unknown> = {}): Promise<Waiting> {
  const username = unique('waiting');
  const given = { username, name: 'W', email: `${username}@example.com`, reset_password: true, ...fields };
  const { status, body } = await asRoot().post('/users', given);
  expect(status).toBe(201);
  return body as Waiting;
}

/** The token of the user's link. */
async function linkOf({ id }: { id: number }): Promise<string> {
  const { token } = await resets.issuePasswordReset({ user_id: id });
  expect(token).toMatch(/^[\w-]{43}$/);
  return token;
}

const open = (token: string) => getAccount('password_reset', { token });

function set(token: string, first = password, second = first) {
  return postAccount('password_reset', { token, password: first, password_confirmation: second });
}

async function signIn(username: string, text = password): Promise<number> {
  const body = new URLSearchParams({ grant_type: 'password', username, password: text });
  return (await fetch(`${mesh().url}/oauth/token`, { method: 'POST', body })).status;
}

async function changeStored(id: number, change: object): Promise<void> {
  const { mongodbUri: uri, databasePrefix } = mesh();
  const metrics = createMetrics('resets-test');
  const connection = await connectDatabase({ uri, database: `${databasePrefix}_identity`, metrics });
  await connection.collection<{ _id: number }>('users').updateOne({ _id: id }, { $set: change });
  await connection.close();
}

const invalid = { status: 404, body: { message: '404 Link Not Found' } };

describe('GET and POST /-/account/password_reset', () => {
  it('sets a password once, which confirms the email', async () => {
    const user = await createWithResetLink();
    const token = await linkOf(user);
    expect(await open(token)).toEqual({
      status: 200,
      body: { username: user.username, minimum_password_length: 8 },
    });
    expect(await signIn(user.username)).toBe(401);
    expect(await set(token)).toEqual({ status: 200, body: { username: user.username } });
    expect(await signIn(user.username)).toBe(200);
    expect((await asRoot().get(`/users/${user.id}`)).body.confirmed_at).toMatch(/Z$/);
    expect(await open(token)).toEqual(invalid);
    expect(await set(token, 'another-password-1')).toEqual(invalid);
    expect(await signIn(user.username)).toBe(200);
  });

  it('ends the sign-ins of the user immediately', async () => {
    const user = await createWithResetLink();
    await set(await linkOf(user));
    const body = new URLSearchParams({ grant_type: 'password', username: user.username, password });
    const signedIn = await fetch(`${mesh().url}/oauth/token`, { method: 'POST', body });
    const { access_token: token } = (await signedIn.json()) as { access_token: string };
    expect((await api(token).get('/user')).status).toBe(200);
    await asRoot().put(`/users/${user.id}`, { reset_password: true });
    expect((await set(await linkOf(user), 'another-password-1')).status).toBe(200);
    expect((await api(token).get('/user')).status).toBe(401);
  });

  it('reports errors of a password, and keeps the link valid', async () => {
    const user = await createWithResetLink();
    const token = await linkOf(user);
    const wrong = [
      [await set(token, 'short'), { password: ['is too short (minimum is 8 characters)'] }],
      [await set(token, ''), { password: ["can't be blank"] }],
      [await set(token, 'x'.repeat(129)), { password: ['is too long (maximum is 128 characters)'] }],
      [await set(token, password, 'a-new-password-2'), { password_confirmation: ["doesn't match Password"] }],
    ] as const;
    for (const [response, message] of wrong) expect(response).toEqual({ status: 400, body: { message } });
    expect((await open(token)).status).toBe(200);
    expect((await set(token)).status).toBe(200);
  });

  it('requires a valid link', async () => {
    for (const token of ['', 'x', 'x'.repeat(5000), '"><script>alert(1)</script>', '\u0000']) {
      expect(await open(token)).toEqual(invalid);
      expect(await set(token)).toEqual(invalid);
    }
  });

  it('is invalidated after six hours, and by a later link, another password, another email, and a block', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => createWithResetLink({ skip_confirmation: true })));
    const links = await Promise.all(users.map(linkOf));
    const [late, twice, changed, moved, blocked] = users as [Waiting, Waiting, Waiting, Waiting, Waiting];
    const hours = 6 * 3_600_000;
    const { status } = await open(links[0] as string);
    expect(status).toBe(200);
    await changeStored(late.id, { 'password_reset.expires_at': new Date(Date.now() - hours) });
    await linkOf(twice);
    await asRoot().put(`/users/${changed.id}`, { password: 'set-by-administrator' });
    await asRoot().put(`/users/${moved.id}`, { email: `${unique('moved')}@example.com`, skip_reconfirmation: true });
    await asRoot().post(`/users/${blocked.id}/block`);
    for (const link of links) expect([await open(link), await set(link)]).toEqual([invalid, invalid]);
    expect(await signIn(changed.username, 'set-by-administrator')).toBe(200);
    // No email is pending.
    for (const { id } of [changed, blocked])
      expect(await resets.issuePasswordReset({ user_id: id })).toMatchObject({ email: '', token: '' });
  });

  it('keeps the value of a user until they set another one', async () => {
    const user = await createUser();
    expect(await resets.issuePasswordReset({ user_id: user.id })).toMatchObject({ email: '', token: '' });
    expect((await asRoot().put(`/users/${user.id}`, { reset_password: true })).status).toBe(200);
    const token = await linkOf(user);
    expect(await signIn(user.username, 'a-long-password-1')).toBe(200);
    expect((await set(token)).status).toBe(200);
    expect(await signIn(user.username, 'a-long-password-1')).toBe(401);
    expect(await signIn(user.username)).toBe(200);
    expect((await user.api.get('/user')).status).toBe(200);
  });

  it('is set by one of two concurrent uses of a link', async () => {
    const user = await createWithResetLink();
    const token = await linkOf(user);
    const responses = await Promise.all(['the-first-password', 'the-other-password'].map((text) => set(token, text)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('limits guesses', async () => {
    const address = '198.51.100.77';
    const guess = () => resets.getPasswordReset({ token: randomBytes(32).toString('base64url'), address });
    for (let tries = 0; tries < 100; tries++) await expect(guess()).rejects.toMatchObject({ reason: 'not_found' });
    await expect(guess()).rejects.toMatchObject({ reason: 'too_many_requests' });
    const token = await linkOf(await createWithResetLink());
    await expect(resets.getPasswordReset({ token, address })).rejects.toMatchObject({ reason: 'too_many_requests' });
    expect((await open(token)).status).toBe(200);
  });
});
