import { api, asRoot, createUser, waitFor, mesh, type ApiClient, type TestUser } from '@forgemesh/testing';
import { Secret, TOTP } from 'otpauth';
import { withDatabase } from '#testing/stored-documents';
import { isAppCode, normalizeCode, stepOf } from '../codes';

const root = asRoot();
const path = '/user/two_factor';
const password = 'a-long-password-1';
const STEP_MS = 30_000;

/** The code of a secret at a time step relative to now. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });

async function signIn(
  { username }: TestUser,
  code?: string,
): Promise<{ status: number; body: Record<string, string> }> {
  const body = new URLSearchParams({ grant_type: 'password', username, password });
  const headers: Record<string, string> = code === undefined ? {} : { 'X-Gitlab-OTP': code };
  const response = await fetch(`${mesh().url}/oauth/token`, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

/** Allows the current codes to be used again, as if time had passed. */
async function forgetUsedSteps({ id }: TestUser): Promise<void> {
  await withDatabase((connection) =>
    connection.collection<{ _id: number }>('two_factors').updateOne({ _id: id }, { $set: { last_step: 0 } }),
  );
}

async function enable(user: TestUser): Promise<{ secret: string; codes: string[] }> {
  const { body } = await user.api.post(path, { password });
  const response = await user.api.put(path, { otp_attempt: codeOf(body.secret) });
  expect(response.status).toBe(200);
  await forgetUsedSteps(user);
  return { secret: body.secret, codes: response.body.recovery_codes };
}

describe('codes of authenticator apps', () => {
  // RFC 6238, appendix B, by the last six digits; the secret is that of the RFC.
  const secret = Secret.fromUTF8('12345678901234567890').base32;
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('at second %i is %s', (seconds, code, step) => {
    expect(stepOf(secret, code, seconds * 1000)).toBe(step);
    expect(stepOf(secret, code, seconds * 1000 + STEP_MS)).toBe(step);
    expect(stepOf(secret, code, seconds * 1000 - STEP_MS)).toBe(step);
    expect(stepOf(secret, code, seconds * 1000 + 3 * STEP_MS)).toBeUndefined();
  });

  it('are distinguished from recovery codes in any notation', () => {
    expect(isAppCode(normalizeCode('123 456'))).toBe(true);
    expect(normalizeCode('0123-4567 89AB-CDEF')).toBe('0123456789abcdef');
    expect(isAppCode('0123456789abcdef')).toBe(false);
  });
});

describe('/user/two_factor', () => {
  let user: TestUser;
  beforeEach(async () => {
    user = await createUser();
  });

  it('is enabled with password and code, which ends all sign-ins but keeps personal access tokens', async () => {
    expect((await user.api.get(path)).body).toEqual({
      enabled: false,
      enabled_at: null,
      recovery_codes_left: 0,
      required: false,
      required_from: null,
    });
    const before = await signIn(user);
    const started = await user.api.post(path, { password });
    expect([started.status, started.body]).toEqual([
      201,
      {
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/) as string,
        otpauth_url: expect.stringContaining(`${encodeURIComponent(user.username)}`) as string,
      },
    ]);
    expect(started.body.otpauth_url).toContain(`secret=${started.body.secret}`);
    // An unconfirmed secret has no effect.
    expect((await signIn(user)).status).toBe(200);
    const wrong = await user.api.put(path, { otp_attempt: codeOf(started.body.secret, 20) });
    expect([wrong.status, wrong.body]).toEqual([400, { message: 'The code is not valid' }]);
    const enabled = await user.api.put(path, { otp_attempt: codeOf(started.body.secret) });
    expect(enabled.status).toBe(200);
    expect(new Set(enabled.body.recovery_codes).size).toBe(10);
    expect((await user.api.get(path)).body).toEqual({
      enabled: true,
      enabled_at: expect.stringMatching(/^\d{4}-/) as string,
      recovery_codes_left: 10,
      required: false,
      required_from: null,
    });
    expect((await user.api.get('/user')).body.two_factor_enabled).toBe(true);
    expect((await api(before.body['access_token']).get('/user')).status).toBe(401);
    const listed = await root.get(`/users?two_factor=enabled&search=${user.username}`);
    expect(listed.body.map(({ id }: { id: number }) => id)).toEqual([user.id]);
  });

  it('refuses a wrong password, a confirmation without a start, and enabling it twice', async () => {
    const wrong = await user.api.post(path, { password: 'another-password' });
    expect([wrong.status, wrong.body]).toEqual([400, { message: 'The password is not valid' }]);
    expect((await user.api.post(path, {})).status).toBe(400);
    const early = await user.api.put(path, { otp_attempt: '123456' });
    expect(early.body).toEqual({ message: 'Two-factor authentication was not started' });
    await enable(user);
    for (const again of [await user.api.post(path, { password }), await user.api.put(path, { otp_attempt: '123456' })])
      expect([again.status, again.body]).toEqual([400, { message: 'Two-factor authentication is enabled already' }]);
    expect((await fetch(`${mesh().url}/api/v4${path}`)).status).toBe(401);
  });

  it('stores the secret encrypted, outside events and the user', async () => {
    const { secret, codes } = await enable(user);
    const stored = await withDatabase(async (connection) =>
      JSON.stringify(await connection.collection<{ _id: number }>('two_factors').findOne({ _id: user.id })),
    );
    expect(stored).toContain('"sealed":"v1.');
    for (const text of [secret, ...codes]) expect(stored).not.toContain(text);
    expect(JSON.stringify((await root.get(`/users/${user.id}`)).body)).not.toContain(secret);
  });

  it('is disabled with password and code, or by an administrator', async () => {
    const { secret } = await enable(user);
    expect((await user.api.delete(path, { password, otp_attempt: '000000' })).status).toBe(400);
    expect((await user.api.delete(path, { password: 'another', otp_attempt: codeOf(secret) })).status).toBe(400);
    expect((await user.api.delete(path, { password, otp_attempt: codeOf(secret) })).status).toBe(204);
    expect((await user.api.get('/user')).body.two_factor_enabled).toBe(false);
    expect((await signIn(user)).status).toBe(200);

    await enable(user);
    const admin = (client: ApiClient) => client.delete(`/users/${user.id}/two_factor`);
    expect((await admin(user.api)).status).toBe(403);
    expect((await admin(root)).status).toBe(204);
    const again = await admin(root);
    expect([again.status, again.body]).toEqual([
      400,
      { message: 'Two-factor authentication is not enabled for this user' },
    ]);
    expect((await root.delete('/users/99999999/two_factor')).status).toBe(404);

    await enable(user);
    const patched = (client: ApiClient) => client.patch(`/users/${user.id}/disable_two_factor`, {});
    expect((await patched(user.api)).status).toBe(403);
    expect((await patched(root)).status).toBe(204);
    expect((await patched(root)).status).toBe(400);
    expect((await signIn(user)).status).toBe(200);
  });

  it('is audited', async () => {
    const { secret } = await enable(user);
    await user.api.post(`${path}/recovery_codes`, { password, otp_attempt: codeOf(secret) });
    await forgetUsedSteps(user);
    await signIn(user, '000000');
    await user.api.delete(path, { password, otp_attempt: codeOf(secret) });
    const audited = await waitFor(
      async () => (await root.get(`/audit_events?entity_type=User&entity_id=${user.id}&per_page=100`)).body,
      (events) => JSON.stringify(events).split('two-factor authentication').length > 2,
    );
    const text = JSON.stringify(audited);
    expect(text).toContain('Two-factor recovery codes replaced');
    expect(text).toContain('failed_login');
    expect(text).not.toContain(secret);
  });
});

describe('POST /oauth/token with two-factor authentication', () => {
  let user: TestUser;
  let secret: string;
  let codes: string[];
  beforeEach(async () => {
    user = await createUser();
    ({ secret, codes } = await enable(user));
  });

  it('requires a code, which is valid once', async () => {
    const without = await signIn(user);
    expect(without).toMatchObject({ status: 401, body: { error: 'invalid_grant' } });
    expect(without.body['error_description']).toContain('X-Gitlab-OTP');
    const code = codeOf(secret);
    const signedIn = await signIn(user, code);
    expect(signedIn.status).toBe(200);
    expect((await api(signedIn.body['access_token']).get('/user')).status).toBe(200);
    expect(await signIn(user, code)).toMatchObject({ status: 401, body: { error: 'invalid_grant' } });
    const refreshed = await fetch(`${mesh().url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: signedIn.body['refresh_token'] ?? '' }),
    });
    expect(refreshed.status).toBe(200);
  });

  it('accepts one of several concurrent equal codes', async () => {
    const code = codeOf(secret);
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => signIn(user, code)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it('accepts recovery codes once each, and replaces them', async () => {
    expect((await signIn(user, codes[0])).status).toBe(200);
    expect((await signIn(user, codes[0])).status).toBe(401);
    expect((await user.api.get(path)).body.recovery_codes_left).toBe(9);
    const created = await user.api.post(`${path}/recovery_codes`, { password, otp_attempt: codeOf(secret) });
    expect(created.status).toBe(201);
    expect((await signIn(user, codes[1])).status).toBe(401);
    expect((await signIn(user, created.body.recovery_codes[1])).status).toBe(200);
  });

  it('limits guesses of codes, even with the correct password', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push((await signIn(user, String(n).padStart(6, '0'))).status);
    expect(statuses.slice(0, 10).every((status) => status === 401)).toBe(true);
    expect(statuses.slice(10)).toEqual([429, 429]);
    expect((await signIn(user, codeOf(secret))).status).toBe(429);
  });

  it('blocks passwords for git, but not tokens', async () => {
    const ask = (name: string, secretText: string) =>
      fetch(`${mesh().url}/nobody/nothing.git/info/refs?service=git-receive-pack`, {
        headers: { Authorization: `Basic ${Buffer.from(`${name}:${secretText}`).toString('base64')}` },
      });
    const refused = await ask(user.username, password);
    expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining('personal access token')]);
    expect((await ask(user.username, user.token)).status).toBe(404);
  });
});
