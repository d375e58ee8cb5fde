import { api, asRoot, createUser, unique } from '@forgemesh/testing';

/** A complete request with a unique name. */
function fields(more: Record<string, unknown> = {}): Record<string, unknown> {
  const username = unique('new');
  return { username, name: 'New User', email: `${username}@example.com`, password: 'a-long-password', ...more };
}

async function post(body: Record<string, unknown>) {
  const response = await asRoot().post('/users', body);
  return { status: response.status, body: response.body };
}

describe('POST /users', () => {
  it('creates a user with the defaults of the instance', async () => {
    const given = fields();
    const { status, body } = await post(given);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      username: given['username'],
      email: given['email'],
      state: 'active',
      is_admin: false,
      external: false,
      can_create_group: true,
      projects_limit: 100_000,
      private_profile: false,
      confirmed_at: null,
      theme_id: 1,
      note: null,
    });
    expect((await asRoot().get(`/users/${body.id}`)).body).toEqual({ ...body, highest_role: 0 });
  });

  it('accepts every field', async () => {
    const { username, ...rest } = fields();
    const given = {
      username,
      bio: 'b',
      location: 'l',
      skype: 's',
      linkedin: 'li',
      twitter: 't',
      organization: 'o',
      website_url: 'https://a.example',
      public_email: rest['email'],
      private_profile: true,
      note: 'n',
      can_create_group: false,
      projects_limit: 3,
      theme_id: 2,
      color_scheme_id: 3,
      shared_runners_minutes_limit: 10,
      extra_shared_runners_minutes_limit: 5,
    };
    const identity = { provider: 'ldap', extern_uid: `uid=${username}` };
    const { body } = await post({ ...rest, ...given, ...identity, admin: true, skip_confirmation: true });
    expect(body).toMatchObject({ ...given, is_admin: true, identities: [identity] });
    expect(body.confirmed_at).not.toBeNull();
  });

  it('does not let external users create groups or projects', async () => {
    const { body } = await post(fields({ external: true, projects_limit: 5, can_create_group: true }));
    expect(body).toMatchObject({
      external: true,
      projects_limit: 0,
      can_create_group: false,
      can_create_project: false,
    });
  });

  it('requires a password or a link to set one', async () => {
    expect(await post(fields({ password: undefined }))).toEqual({
      status: 400,
      body: { error: 'password, reset_password are missing, at least one parameter must be provided' },
    });
    expect(await post(fields({ password: undefined, reset_password: false }))).toEqual({
      status: 400,
      body: { message: { password: ["can't be blank"] } },
    });
    expect((await post(fields({ password: undefined, reset_password: true }))).status).toBe(201);
    expect((await post(fields({ password: 'x', force_random_password: true }))).status).toBe(201);
  });

  it('refuses taken emails and usernames, ignoring case', async () => {
    const user = await createUser();
    const sameEmail = fields({ email: `${user.username}@Example.com` });
    expect(await post(sameEmail)).toEqual({ status: 409, body: { message: 'Email has already been taken' } });
    const sameName = fields({ username: user.username.toUpperCase() });
    expect(await post(sameName)).toEqual({ status: 409, body: { message: 'Username has already been taken' } });
  });

  it('refuses the private addresses of other users', async () => {
    const user = await createUser();
    const taken = { status: 409, body: { message: 'Email has already been taken' } };
    const { commit_email_hostname: host } = (await asRoot().get('/application/settings')).body;
    for (const name of [`${user.id}`, `${user.id}-${user.username}`, `${user.id}-older`])
      expect(await post(fields({ email: `${name}@${host}` }))).toEqual(taken);
    expect((await post(fields({ email: `${unique('free')}@${host}` }))).status).toBe(201);
    const added = await user.api.post('/user/emails', { email: `1-root@${host}` });
    expect([added.status, added.body]).toEqual([400, { message: { email: ['has already been taken'] } }]);
  });

  it('gives a name to one of two concurrent requests', async () => {
    const given = fields();
    const responses = await Promise.all([
      post({ ...given, email: `1-${given['email']}` }),
      post({ ...given, email: `2-${given['email']}` }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('refuses reserved names', async () => {
    const { status, body } = await post(fields({ username: 'admin' }));
    expect(status).toBe(400);
    expect(body.message.username).toEqual([expect.stringContaining('is a reserved name')]);
  });

  it('refuses an identity that another user has', async () => {
    const identity = { provider: 'ldap', extern_uid: unique('uid') };
    expect((await post(fields(identity))).status).toBe(201);
    expect(await post(fields(identity))).toEqual({
      status: 400,
      body: { message: { 'identities.extern_uid': ['has already been taken'] } },
    });
  });

  const usernameRule =
    "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.";

  it.each([
    [{ username: 'a b' }, { username: [usernameRule] }],
    [{ username: '-a' }, { username: [usernameRule] }],
    [{ username: 'a.git' }, { username: [usernameRule] }],
    [{ email: 'nobody' }, { email: ['is invalid'] }],
    [{ password: 'short' }, { password: ['is too short (minimum is 8 characters)'] }],
    [{ password: 'x'.repeat(129) }, { password: ['is too long (maximum is 128 characters)'] }],
    [{ name: 'x'.repeat(129) }, { name: ['is too long (maximum is 128 characters)'] }],
    [{ bio: 'x'.repeat(256) }, { bio: ['is too long (maximum is 255 characters)'] }],
    [{ projects_limit: -1 }, { projects_limit: ['must be greater than or equal to 0'] }],
    [{ public_email: 'other@example.com' }, { public_email: ['is not an email you own'] }],
    [{ website_url: 'javascript:alert(1)' }, { website_url: ['is not a valid URL'] }],
  ])('refuses %j', async (wrong, message) =>
    expect(await post(fields(wrong))).toEqual({ status: 400, body: { message } }),
  );

  it('names all parameters that are missing', async () => {
    expect(await post({})).toEqual({
      status: 400,
      body: { error: 'email is missing, name is missing, username is missing' },
    });
    expect(await post(fields({ provider: 'ldap' }))).toEqual({
      status: 400,
      body: { error: 'extern_uid, provider provide all or none of parameters' },
    });
  });

  it('makes new users external if the instance says so', async () => {
    const settings = { user_default_external: true, user_default_internal_regex: '@own\\.example$' };
    await asRoot().put('/application/settings', settings);
    const own = fields();
    const responses = await Promise.all([
      post(fields()),
      post({ ...own, email: `${own['username']}@own.example` }),
      post(fields({ external: false })),
    ]).finally(() =>
      asRoot().put('/application/settings', { user_default_external: false, user_default_internal_regex: null }),
    );
    expect(responses.map(({ body }) => body.external)).toEqual([true, false, false]);
  });

  it('requires an administrator', async () => {
    const user = await createUser();
    expect((await user.api.post('/users', fields())).status).toBe(403);
    expect((await api().post('/users', fields())).status).toBe(401);
  });
});
