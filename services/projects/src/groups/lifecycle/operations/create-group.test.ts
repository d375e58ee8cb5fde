import { api, asRoot, createUser, unique, createMember, createGroup, type TestUser } from '@forgemesh/testing';

describe('POST /groups', () => {
  let user: TestUser;
  beforeAll(async () => {
    user = await createUser();
  });

  it('creates a private group owned by its creator', async () => {
    const path = unique('Group');
    const { status, body } = await user.api.post('/groups', { name: 'Some (Group)', path, description: 'Text' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Some (Group)',
      path,
      full_name: 'Some (Group)',
      full_path: path,
      description: 'Text',
      visibility: 'private',
      parent_id: null,
      project_creation_level: 'developer',
      subgroup_creation_level: 'maintainer',
      request_access_enabled: false,
      avatar_url: null,
      runners_token: expect.any(String),
      web_url: expect.stringMatching(new RegExp(`/groups/${path}$`)),
    });
    const members = await user.api.get(`/groups/${body.id}/members`);
    expect(members.body).toMatchObject([{ id: user.id, access_level: 50, expires_at: null }]);
  });

  it('creates a subgroup', async () => {
    const top = await createGroup(user.api, { name: 'Top', visibility: 'internal' });
    const middle = await createGroup(user.api, { name: 'Middle', parent_id: top.id });
    const path = unique('leaf');
    const { body } = await user.api.post('/groups', {
      name: 'Leaf',
      path,
      parent_id: middle.id,
      visibility: 'private',
    });
    expect(body).toMatchObject({
      parent_id: middle.id,
      full_path: `${top.path}/${middle.path}/${path}`,
      full_name: 'Top / Middle / Leaf',
    });
  });

  it('rejects callers who may not create groups', async () => {
    const limited = await createUser({ can_create_group: false });
    const group = { name: 'x', path: unique('x') };
    expect((await limited.api.post('/groups', group)).status).toBe(403);
    expect((await api().post('/groups', group)).status).toBe(401);
  });

  it('requires the level that the parent sets', async () => {
    const parent = await createGroup(user.api, { subgroup_creation_level: 'owner', visibility: 'public' });
    const maintainer = await createMember(user.api, `/groups/${parent.id}`, 40);
    const inner = (): object => ({ name: 'x', path: unique('x'), parent_id: parent.id });
    expect((await maintainer.api.post('/groups', inner())).status).toBe(403);
    await user.api.put(`/groups/${parent.id}`, { subgroup_creation_level: 'maintainer' });
    expect((await maintainer.api.post('/groups', inner())).status).toBe(201);
    const developer = await createMember(user.api, `/groups/${parent.id}`, 30);
    expect((await developer.api.post('/groups', inner())).status).toBe(403);
  });

  it('returns 404 for a parent that the caller may not see', async () => {
    const parent = await createGroup((await createUser()).api);
    for (const id of [parent.id, 99_999_999]) {
      const { status, body } = await user.api.post('/groups', { name: 'x', path: unique('x'), parent_id: id });
      expect({ status, body }).toEqual({ status: 404, body: { message: '404 Group Not Found' } });
    }
  });

  it('rejects a visibility wider than that of the parent', async () => {
    const parent = await createGroup(user.api);
    const wide = { name: 'x', path: unique('x'), parent_id: parent.id, visibility: 'public' };
    const { status, body } = await user.api.post('/groups', wide);
    expect(status).toBe(400);
    expect(body.message).toBe(
      'Failed to save group {:visibility_level=>["public is not allowed since the parent group has a private visibility."]}',
    );
  });

  it.each([
    ['a reserved path', { path: 'api' }, '{:path=>["is a reserved name"]}'],
    ['a reserved path in another case', { path: 'Dashboard' }, '{:path=>["is a reserved name"]}'],
    ['a path with a slash', { path: 'a/b' }, 'can contain only'],
    ['a path that ends in a dot', { path: 'a.' }, 'can contain only'],
    ['control characters', { path: 'fine-path', name: 'a\nb' }, ':name=>["can contain only'],
    ['a name of a megabyte', { path: 'fine-path', name: 'n'.repeat(1_000_000) }, ':name=>["is too long'],
  ])('rejects %s', async (_what, fields, text) => {
    const { status, body } = await user.api.post('/groups', { name: 'x', ...fields });
    expect(status).toBe(400);
    expect(body.message).toContain('Failed to save group {');
    expect(body.message).toContain(text);
  });

  it('rejects the name of a user and the path of another group', async () => {
    const group = await createGroup(user.api);
    for (const path of [user.username.toUpperCase(), group.path]) {
      const { status, body } = await user.api.post('/groups', { name: 'x', path });
      expect(status).toBe(400);
      expect(body.message).toBe('Failed to save group {:path=>["has already been taken"]}');
    }
  });

  it('gives a name to either a user or a group if both claim it', async () => {
    for (let round = 0; round < 4; round++) {
      const name = unique('both');
      const account = { username: name, name, email: `${name}@example.com`, password: 'a-long-password-1' };
      const responses = await Promise.all([
        asRoot().post('/users', { ...account, skip_confirmation: true }),
        user.api.post('/groups', { name, path: name }),
      ]);
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    }
  });

  it('gives a path to exactly one of several concurrent requests', async () => {
    const path = unique('race');
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => user.api.post('/groups', { name: path, path })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
  });
});
