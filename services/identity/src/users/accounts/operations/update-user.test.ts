import { api, asRoot, createUser, waitFor, unique, createProject } from '@forgemesh/testing';

const root = asRoot();

function put(id: number, body: Record<string, unknown>) {
  return root.put(`/users/${id}`, body);
}

describe('PUT /users/:id', () => {
  it('changes every field and nothing else', async () => {
    const user = await createUser();
    const { highest_role: _role, ...before } = (await root.get(`/users/${user.id}`)).body;
    const given = {
      name: 'Other Name',
      bio: 'b',
      location: 'l',
      skype: 's',
      linkedin: 'li',
      twitter: 't',
      organization: 'o',
      website_url: 'https://a.example',
      public_email: before.email,
      private_profile: true,
      note: 'n',
      can_create_group: false,
      projects_limit: 3,
      theme_id: 2,
      color_scheme_id: 3,
      shared_runners_minutes_limit: 10,
      extra_shared_runners_minutes_limit: 5,
    };
    const { status, body } = await put(user.id, { ...given, admin: true });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, ...given, is_admin: true, last_activity_on: body.last_activity_on });
    expect((await root.get(`/users?search=other%20name&username=${user.username}`)).body).toHaveLength(1);
    expect((await user.api.get('/application/settings')).status).toBe(200);
    expect((await put(user.id, { admin: false })).body).toMatchObject({ is_admin: false, bio: 'b' });
    expect((await user.api.get('/application/settings')).status).toBe(403);
  });

  it('keeps the previous email as a secondary one', async () => {
    const user = await createUser();
    const email = `${unique('mail')}@example.com`;
    const { body } = await put(user.id, { email, skip_reconfirmation: true });
    expect(body.email).toBe(email);
    const further = (await user.api.get('/user/emails')).body.map((row: { email: string }) => row.email);
    expect(further).toEqual([`${user.username}@example.com`]);
    // The change back swaps the two emails.
    expect((await put(user.id, { email: further[0], skip_reconfirmation: true })).body.email).toBe(further[0]);
    expect((await user.api.get('/user/emails')).body).toMatchObject([{ email }]);
  });

  it('renames the user and their namespace', async () => {
    const user = await createUser();
    const project = await createProject(user.api, { name: 'moves' });
    const username = unique('renamed');
    expect((await put(user.id, { username })).body.username).toBe(username);
    expect((await root.get(`/users?username=${user.username}`)).body).toEqual([]);
    const moved = await waitFor(
      () => user.api.get(`/projects/${project.id}`),
      ({ body }) => body.path_with_namespace === `${username}/moves`,
    );
    expect(moved.body.owner.username).toBe(username);
    // The old name is available.
    expect((await root.post('/groups', { name: 'g', path: user.username })).status).toBe(201);
  });

  it('removes the create permissions of a user who becomes external', async () => {
    const user = await createUser();
    expect((await put(user.id, { external: true })).body).toMatchObject({
      external: true,
      can_create_group: false,
      projects_limit: 0,
    });
  });

  it('keeps one identity for each provider', async () => {
    const user = await createUser();
    const one = { provider: 'ldap', extern_uid: unique('uid') };
    const other = { provider: 'group_saml', extern_uid: unique('uid') };
    await put(user.id, { ...one, extern_uid: unique('old') });
    expect((await put(user.id, one)).body.identities).toEqual([one]);
    expect((await put(user.id, { ...other, group_id_for_saml: 7 })).body.identities).toEqual([
      one,
      { ...other, saml_provider_id: 7 },
    ]);
    expect((await root.get(`/users?provider=ldap&extern_uid=${one.extern_uid}`)).body).toMatchObject([{ id: user.id }]);
  });

  it('reports taken and invalid values as 404 and changes nothing', async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    const before = (await root.get(`/users/${user.id}`)).body;
    const refusals: [Record<string, unknown>, unknown][] = [
      [{ email: `${other.username}@Example.com` }, 'Email has already been taken'],
      [{ username: other.username.toUpperCase() }, 'Username has already been taken'],
      [{ username: 'admin' }, { username: [expect.stringContaining('is a reserved name')] }],
      [{ name: 'n'.repeat(129) }, { name: ['is too long (maximum is 128 characters)'] }],
      [{ name: '' }, { name: ["can't be blank"] }],
      [{ password: 'short' }, { password: ['is too short (minimum is 8 characters)'] }],
      [{ projects_limit: -1 }, { projects_limit: ['must be greater than or equal to 0'] }],
      [{ public_email: 'foreign@example.com' }, { public_email: ['is not an email you own'] }],
    ];
    for (const [given, message] of refusals) {
      expect(await put(user.id, { bio: 'changed', ...given })).toMatchObject({ status: 404, body: { message } });
    }
    expect((await root.get(`/users/${user.id}`)).body).toEqual(before);
  });

  it('is 404 for unknown users, 403 for non-administrators, 401 without token, 400 for an incomplete identity', async () => {
    const user = await createUser();
    expect(await put(999_999_999, { bio: 'b' })).toMatchObject({
      status: 404,
      body: { message: '404 User Not Found' },
    });
    expect((await user.api.put(`/users/${user.id}`, { bio: 'b' })).status).toBe(403);
    expect((await api().put(`/users/${user.id}`, { bio: 'b' })).status).toBe(401);
    expect(await put(user.id, { provider: 'ldap' })).toMatchObject({
      status: 400,
      body: { error: 'extern_uid, provider provide all or none of parameters' },
    });
  });
});
