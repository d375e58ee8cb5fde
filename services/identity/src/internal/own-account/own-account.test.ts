import {
  asRoot,
  createGroup,
  createProject,
  createUser,
  mesh,
  postAccount,
  unique,
  waitFor,
  type AccountResponse,
  type TestUser,
} from '@forgemesh/testing';
import { Secret, TOTP } from 'otpauth';

const password = 'a-long-password-1';
const changed = 'another-password-2';

/** A picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function signIn({ username }: { username: string }, text = password): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'password', username, password: text });
  const response = await fetch(`${mesh().url}/oauth/token`, { method: 'POST', body });
  return ((await response.json()) as { access_token?: string }).access_token ?? String(response.status);
}

const totp = (secret: string, timestamp: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

async function userOf(token: string): Promise<number> {
  return (await fetch(`${mesh().url}/api/v4/user`, { headers: { Authorization: `Bearer ${token}` } })).status;
}

describe('POST /-/account/profile', () => {
  const change = (user: TestUser, fields: object) => postAccount('profile', fields, user.token);

  it('changes the profile and nothing else', async () => {
    const user = await createUser();
    const fields = {
      name: 'Ada Lovelace',
      bio: 'Counts',
      location: 'London',
      organization: 'Engine',
      website_url: 'https://ada.example',
      public_email: `${user.username}@example.com`,
      private_profile: 'true',
    };
    // Not in the profile: only administrators may change it.
    const more = { admin: 'true', username: unique('other'), projects_limit: '9', password: changed };
    expect(await change(user, { ...fields, ...more })).toEqual({ status: 200, body: { username: user.username } });
    expect((await user.api.get('/user')).body).toMatchObject({
      ...fields,
      private_profile: true,
      username: user.username,
      is_admin: false,
    });
    expect(await signIn(user)).toMatch(/^.{20,}$/);
    await change(user, { private_profile: 'false', bio: '' });
    expect((await user.api.get('/user')).body).toMatchObject({ name: 'Ada Lovelace', bio: '', private_profile: false });
  });

  it('refuses invalid fields, with messages', async () => {
    const user = await createUser();
    const refusal = async (fields: object) => (await change(user, fields)) as AccountResponse;
    expect(await refusal({ name: ' ' })).toEqual({ status: 400, body: { message: { name: ["can't be blank"] } } });
    expect(await refusal({ website_url: 'javascript:alert(1)' })).toMatchObject({ status: 400 });
    expect(await refusal({ public_email: 'root@example.com' })).toEqual({
      status: 400,
      body: { message: { public_email: ['is not an email you own'] } },
    });
    const text = Buffer.from('<svg onload="alert(1)"/>').toString('base64');
    expect(await refusal({ avatar: text })).toMatchObject({
      status: 400,
      body: { message: { avatar: expect.any(Array) } },
    });
    expect(await refusal({ avatar: PIXEL, avatar_name: 'a.svg' })).toMatchObject({ status: 400 });
  });

  it('replaces and removes the picture', async () => {
    const user = await createUser();
    expect((await change(user, { avatar: PIXEL })).status).toBe(200);
    const { avatar_url: url } = (await user.api.get('/user')).body as { avatar_url: string };
    const response = await fetch(url.replace(/^https?:\/\/[^/]+/, mesh().url));
    expect([response.status, Buffer.from(await response.arrayBuffer()).toString('base64')]).toEqual([200, PIXEL]);
    expect((await change(user, { avatar: '' })).status).toBe(200);
    expect((await user.api.get('/user')).body.avatar_url).toBeNull();
  });
});

describe('POST /-/account/password', () => {
  it('requires the current password; other sign-ins end, this one and tokens go on', async () => {
    const user = await createUser();
    const [here, elsewhere] = [await signIn(user), await signIn(user)];
    const change = (fields: object) => postAccount('password', { password_confirmation: changed, ...fields }, here);
    expect(await change({ current_password: 'wrong', password: changed })).toEqual({
      status: 400,
      body: { message: { current_password: ['is not valid'] } },
    });
    expect(await change({ password: changed })).toMatchObject({ status: 400 });
    expect(await change({ current_password: password, password: 'different-3' })).toEqual({
      status: 400,
      body: { message: { password_confirmation: ["doesn't match Password"] } },
    });
    expect(
      await change({ current_password: password, password: 'short', password_confirmation: 'short' }),
    ).toMatchObject({
      status: 400,
      body: { message: { password: [expect.stringContaining('too short')] } },
    });
    expect([await userOf(here), await userOf(elsewhere)]).toEqual([200, 200]);
    expect(await change({ current_password: password, password: changed })).toEqual({
      status: 200,
      body: { username: user.username },
    });
    expect([await userOf(here), await userOf(elsewhere)]).toEqual([200, 401]);
    expect((await user.api.get('/user')).status).toBe(200);
    expect(await signIn(user)).toBe('401');
    expect(await signIn(user, changed)).toMatch(/^.{20,}$/);
  });

  it('limits guesses of the current password', async () => {
    const user = await createUser();
    const guess = async (n: number) =>
      (
        await postAccount(
          'password',
          { current_password: `guess-${n}`, password: changed, password_confirmation: changed },
          user.token,
        )
      ).status;
    const statuses = await Promise.all(Array.from({ length: 14 }, (_, n) => guess(n)));
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  it('does not give a password to a user who has none, unless they are an administrator', async () => {
    const fields = { password: undefined, force_random_password: true };
    const set = (token: string) =>
      postAccount('password', { password: changed, password_confirmation: changed }, token);
    const user = await createUser(fields);
    expect(await set(user.token)).toMatchObject({ status: 400 });
    const administrator = await createUser({ ...fields, admin: true });
    expect((await set(administrator.token)).status).toBe(200);
    expect(await signIn(administrator, changed)).toMatch(/^.{20,}$/);
  });
});

describe('POST /-/account/deletion', () => {
  const remove = (user: TestUser, proof: object = { password }) => postAccount('deletion', proof, user.token);

  it('deletes the account with its projects', async () => {
    const user = await createUser();
    const project = await createProject(user.api);
    expect(await remove(user, { password: 'wrong' })).toEqual({
      status: 400,
      body: { message: { password: ['is not valid'] } },
    });
    expect(await remove(user, {})).toMatchObject({ status: 400 });
    expect(await remove(user)).toEqual({ status: 200, body: { username: user.username } });
    expect((await user.api.get('/user')).status).toBe(401);
    const gone = () => asRoot().get(`/projects/${project.id}`);
    expect((await waitFor(gone, ({ status }) => status === 404)).status).toBe(404);
  });

  it('requires the second factor of a user who has one', async () => {
    const user = await createUser();
    const { secret } = (await user.api.post('/user/two_factor', { password })).body as { secret: string };
    expect((await user.api.put('/user/two_factor', { otp_attempt: totp(secret, Date.now()) })).status).toBe(200);
    expect(await remove(user)).toEqual({ status: 400, body: { message: { otp_attempt: ['is not valid'] } } });
    expect(await remove(user, { password, otp_attempt: '000000' })).toMatchObject({ status: 400 });
    const next = totp(secret, Date.now() + 30_000);
    expect((await remove(user, { password, otp_attempt: next })).status).toBe(200);
  });

  it('is refused for the sole owner of a group', async () => {
    const user = await createUser();
    await createGroup(user.api);
    expect(await remove(user)).toMatchObject({ status: 409 });
    expect((await user.api.get('/user')).status).toBe(200);
  });
});
