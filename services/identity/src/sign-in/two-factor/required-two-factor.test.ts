import { connectDatabase } from '@forgemesh/data';
import { HOUR_MS } from '@forgemesh/service/durations';
import { createMetrics } from '@forgemesh/telemetry';
import {
  api,
  asRoot,
  createUser,
  waitFor,
  mesh,
  unique,
  createGroup,
  type ApiClient,
  type ApiResponse,
  type TestUser,
} from '@forgemesh/testing';
import { Secret, TOTP } from 'otpauth';
import { newSshKey } from '#testing/new-keys';
import { withDatabase } from '#testing/stored-documents';

const root = asRoot();
const path = '/user/two_factor';
const password = 'a-long-password-1';

interface Tokens {
  access_token: string;
  refresh_token: string;
}

async function ask(fields: Record<string, string>, code?: string): Promise<Tokens> {
  const response = await fetch(`${mesh().url}/oauth/token`, {
    method: 'POST',
    ...(code !== undefined && { headers: { 'X-Gitlab-OTP': code } }),
    body: new URLSearchParams(fields),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Tokens;
}

const signIn = ({ username }: TestUser, more: Record<string, string> = {}, code?: string): Promise<Tokens> =>
  ask({ grant_type: 'password', username, password, ...more }, code);
const refresh = ({ refresh_token }: Tokens): Promise<Tokens> => ask({ grant_type: 'refresh_token', refresh_token });
const clientOf = ({ access_token: token }: Tokens): ApiClient => api(token);

/** Requires two-factor authentication on the instance; null removes the requirement. */
async function requireByInstance(hours: number | null): Promise<void> {
  const requirement = { require_two_factor_authentication: hours !== null, two_factor_grace_period: hours ?? 48 };
  expect((await root.put('/application/settings', requirement)).status).toBe(200);
}

function refusalOf({ username }: TestUser) {
  const message =
    `403 Forbidden - You (@${username}) must enable two-factor authentication in order to perform this action. ` +
    'To enable it, send POST and PUT requests to /api/v4/user/two_factor, then sign in again.';
  return { status: 403, body: { message } };
}

const shown = ({ status, body }: ApiResponse) => ({ status, body: body as object });

async function requestGit(login: string, secret: string) {
  const response = await fetch(`${mesh().url}/nobody/nothing.git/info/refs?service=git-upload-pack`, {
    headers: { Authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}` },
  });
  return { status: response.status, text: await response.text() };
}

/** Changes documents of another service. */
async function change(service: string, collection: string, filter: object, update: object): Promise<void> {
  const { mongodbUri: uri, databasePrefix } = mesh();
  const database = `${databasePrefix}_${service}`;
  const connection = await connectDatabase({ uri, database, metrics: createMetrics('test') });
  try {
    await connection.collection<{ _id: number }>(collection).updateOne(filter, update);
  } finally {
    await connection.close();
  }
}

const hoursUntil = (time: string): number => Math.round((Date.parse(time) - Date.now()) / HOUR_MS);

afterEach(() => requireByInstance(null));

describe('two-factor authentication required by the instance', () => {
  let user: TestUser;
  beforeEach(async () => {
    user = await createUser();
  });

  it('restricts a sign-in without it to enabling it, the user, and its sign-ins', async () => {
    await requireByInstance(0);
    const tokens = await signIn(user);
    const client = clientOf(tokens);
    for (const route of ['/projects', '/version', '/user/keys', '/personal_access_tokens'])
      expect(shown(await client.get(route))).toEqual(refusalOf(user));
    expect(shown(await client.post('/projects', { name: unique('refused') }))).toEqual(refusalOf(user));
    expect(shown(await client.post('/user/keys', { title: 'one', key: newSshKey() }))).toEqual(refusalOf(user));
    expect((await client.get('/user')).body.id).toBe(user.id);
    expect((await client.get(path)).body).toEqual({
      enabled: false,
      enabled_at: null,
      recovery_codes_left: 0,
      required: true,
      required_from: expect.stringMatching(/^\d{4}-/) as string,
    });
    const other = await signIn(user);
    const { body: signIns } = await client.get('/user/sign_ins');
    expect(signIns).toHaveLength(2);
    const { id } = signIns.find(({ current }: { current: boolean }) => !current);
    expect((await client.delete(`/user/sign_ins/${id}`)).status).toBe(204);
    expect((await clientOf(other).get('/user')).status).toBe(401);
    const refreshed = await refresh(tokens);
    expect(shown(await clientOf(refreshed).get('/projects'))).toEqual(refusalOf(user));
    const revoked = await fetch(`${mesh().url}/oauth/revoke`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${refreshed.access_token}` },
      body: new URLSearchParams({ token: refreshed.access_token }),
    });
    expect(revoked.status).toBe(200);
    expect((await clientOf(refreshed).get('/user')).status).toBe(401);
  });

  it('does not restrict new sign-ins once it is enabled', async () => {
    await requireByInstance(0);
    const client = clientOf(await signIn(user));
    const { body: started } = await client.post(path, { password });
    const totp = new TOTP({ secret: Secret.fromBase32(started.secret) });
    const enabled = await client.put(path, { otp_attempt: totp.generate() });
    expect(enabled.status).toBe(200);
    expect((await client.get('/user')).status).toBe(401);
    const tokens = await signIn(user, {}, enabled.body.recovery_codes[0]);
    expect((await clientOf(tokens).get('/projects')).status).toBe(200);
    expect((await clientOf(await refresh(tokens)).get('/projects')).status).toBe(200);
    expect((await clientOf(tokens).get(path)).status).toBe(401);
    expect((await user.api.get(path)).body).toMatchObject({ enabled: true, required: true });
  });

  it('does not affect personal access tokens, and blocks passwords for git over HTTP', async () => {
    expect((await requestGit(user.username, password)).status).toBe(404);
    await requireByInstance(0);
    expect((await user.api.get('/projects')).status).toBe(200);
    expect((await requestGit(user.username, user.token)).status).toBe(404);
    const refused = await requestGit(user.username, password);
    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('personal access token')]);
    const { access_token: token } = await signIn(user);
    const byToken = await requestGit('oauth2', token);
    expect([byToken.status, byToken.text]).toEqual([
      403,
      expect.stringContaining('must enable two-factor authentication'),
    ]);
    // A correct password that git rejects is recorded as an audit event.
    const audited = await waitFor(
      async () => (await root.get(`/audit_events?entity_type=User&entity_id=${user.id}&per_page=100`)).body,
      (events) => JSON.stringify(events).includes('failed_login'),
    );
    expect(JSON.stringify(audited)).not.toContain(password);
  });

  it('applies to administrators, who cannot use sudo until then', async () => {
    const admin = await createUser({ admin: true });
    await requireByInstance(0);
    const client = clientOf(await signIn(admin, { scope: 'api sudo' }));
    expect(shown(await client.get('/application/settings'))).toEqual(refusalOf(admin));
    expect((await client.get('/user')).status).toBe(200);
    expect(shown(await client.get('/user', { Sudo: user.username }))).toEqual(refusalOf(admin));
    expect(shown(await client.get('/user/sign_ins', { Sudo: user.username }))).toEqual(refusalOf(admin));
  });

  it('has a grace period that ends without a refresh', async () => {
    await requireByInstance(48);
    const { body } = await user.api.get(path);
    expect([body.required, hoursUntil(body.required_from)]).toEqual([true, 48]);
    const tokens = await signIn(user);
    expect((await requestGit(user.username, password)).status).toBe(404);
    await withDatabase(async (connection) => {
      const mine = { user_id: user.id, refresh_digest: { $exists: true } };
      const stored = await connection.collection('tokens').findOne(mine);
      expect(hoursUntil((stored?.['two_factor_required_from'] as Date).toISOString())).toBe(48);
    });
    expect((await clientOf(tokens).get('/projects')).status).toBe(200);
    const over = await signIn(user);
    await withDatabase((connection) =>
      connection
        .collection('tokens')
        .updateMany({ user_id: user.id, refresh_digest: { $exists: true } }, [
          { $set: { two_factor_required_from: new Date(Date.now() - 1000) } },
        ]),
    );
    expect(shown(await clientOf(over).get('/projects'))).toEqual(refusalOf(user));
  });

  it('starts a new grace period when it is required again', async () => {
    await requireByInstance(10);
    const dayAgo = new Date(Date.now() - 24 * HOUR_MS);
    await withDatabase((connection) =>
      connection.collection<{ _id: number }>('users').updateOne({ _id: user.id }, { $set: { created_at: dayAgo } }),
    );
    const hoursLeft = async () => hoursUntil((await user.api.get(path)).body.required_from);
    expect(await hoursLeft()).toBe(10);
    await change('settings', 'application_settings', {}, { $set: { 'values.two_factor_required_since': dayAgo } });
    // Changing any setting makes all processes read the settings again.
    await root.put('/application/settings', { help_text: unique('help') });
    expect(await hoursLeft()).toBe(-14);
    expect(shown(await clientOf(await signIn(user)).get('/projects'))).toEqual(refusalOf(user));
    await requireByInstance(10);
    expect(await hoursLeft()).toBe(-14);
    await requireByInstance(null);
    expect((await user.api.get(path)).body).toMatchObject({ required: false, required_from: null });
    await requireByInstance(10);
    expect(await hoursLeft()).toBe(10);
    expect((await clientOf(await signIn(user)).get('/projects')).status).toBe(200);
    // A setting of an earlier release has no time; the grace period starts at the upgrade.
    await change('settings', 'application_settings', {}, { $unset: { 'values.two_factor_required_since': 1 } });
    await root.put('/application/settings', { help_text: null });
    expect(await hoursLeft()).toBe(10);
  });

  it('takes effect in existing sign-ins when they are refreshed', async () => {
    const tokens = await signIn(user);
    await requireByInstance(0);
    expect((await clientOf(tokens).get('/projects')).status).toBe(200);
    const refreshed = await refresh(tokens);
    expect(shown(await clientOf(refreshed).get('/projects'))).toEqual(refusalOf(user));
    await requireByInstance(null);
    expect(shown(await clientOf(refreshed).get('/projects'))).toEqual(refusalOf(user));
    expect((await clientOf(await refresh(refreshed)).get('/projects')).status).toBe(200);
  });
});

describe('two-factor authentication required by a group', () => {
  it('applies to members of the group and its subgroups, from the end of the grace period on', async () => {
    const [owner, member, inner, other] = await Promise.all([createUser(), createUser(), createUser(), createUser()]);
    const group = await createGroup(owner.api);
    const fields = { name: unique('group'), path: unique('group'), parent_id: group.id };
    const subgroup = (await owner.api.post('/groups', fields)).body;
    for (const [into, user] of [
      [group, member],
      [subgroup, inner],
    ] as const) {
      const added = await owner.api.post(`/groups/${into.id}/members`, { user_id: user.id, access_level: 10 });
      expect(added.status).toBe(201);
    }
    const requirement = { require_two_factor_authentication: true, two_factor_grace_period: 0 };
    expect((await owner.api.put(`/groups/${group.id}`, requirement)).status).toBe(200);
    for (const user of [owner, member, inner]) {
      expect(shown(await clientOf(await signIn(user)).get('/projects'))).toEqual(refusalOf(user));
      expect((await user.api.get(path)).body.required).toBe(true);
      expect((await user.api.get('/projects')).status).toBe(200);
    }
    expect((await requestGit(inner.username, password)).status).toBe(401);
    expect((await clientOf(await signIn(other)).get('/projects')).status).toBe(200);
    expect((await other.api.get(path)).body.required).toBe(false);

    // The grace period starts when the group began to require it.
    expect((await owner.api.put(`/groups/${group.id}`, { two_factor_grace_period: 72 })).status).toBe(200);
    const tokens = await signIn(member);
    expect((await clientOf(tokens).get('/projects')).status).toBe(200);
    const past = new Date(Date.now() - 73 * HOUR_MS);
    await change('projects', 'namespaces', { _id: group.id }, { $set: { two_factor_required_since: past } });
    await change('projects', 'memberships', { user_id: member.id }, { $set: { created_at: past } });
    const refreshed = await refresh(tokens);
    expect(shown(await clientOf(refreshed).get('/projects'))).toEqual(refusalOf(member));
    // The grace period of a later member ends later.
    expect((await clientOf(await signIn(inner)).get('/projects')).status).toBe(200);

    expect((await owner.api.delete(`/groups/${group.id}/members/${member.id}`)).status).toBe(204);
    expect((await clientOf(await refresh(refreshed)).get('/projects')).status).toBe(200);
  });
});
