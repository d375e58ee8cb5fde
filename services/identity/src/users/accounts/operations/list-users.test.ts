import { api, asRoot, createUser, unique, type TestUser } from '@forgemesh/testing';

const word = unique('Wanda').replace('-', '');
let first: TestUser;
let second: TestUser;
let viewer: TestUser;

beforeAll(async () => {
  first = await createUser({ name: `${word} Alpha` });
  second = await createUser({ name: `Zeta ${word}`, external: true, provider: 'ldap', extern_uid: `uid=${word}` });
  viewer = await createUser();
});

async function idsOf(query: string, client = viewer.api): Promise<number[]> {
  const { status, body } = await client.get(`/users?${query}`);
  expect(status).toBe(200);
  return body.map(({ id }: { id: number }) => id);
}

describe('GET /users', () => {
  it('shows short users, newest first, with page headers', async () => {
    const { status, headers, body } = await viewer.api.get(`/users?search=${word}&per_page=1`);
    expect(status).toBe(200);
    expect(body.map((user: object) => Object.keys(user))).toEqual([
      ['id', 'name', 'username', 'state', 'avatar_url', 'web_url'],
    ]);
    expect(body[0].id).toBe(second.id);
    expect(headers.get('x-total')).toBe('2');
    expect(headers.get('x-next-page')).toBe('2');
    expect(await idsOf(`search=${word}&per_page=1&page=2`)).toEqual([first.id]);
  });

  it('finds parts of names and usernames, ignoring case, and whole emails', async () => {
    expect(await idsOf(`search=${word.toUpperCase().slice(1)}`)).toEqual([second.id, first.id]);
    expect(await idsOf(`search=alpha%20${word.toLowerCase()}`)).toEqual([first.id]);
    expect(await idsOf(`search=%40${first.username.slice(0, -1)}`)).toEqual([first.id]);
    expect(await idsOf(`search=${first.username.toUpperCase()}%40example.com`)).toEqual([first.id]);
    expect(await idsOf(`search=${first.username}%40example`)).toEqual([]);
    expect(await idsOf(`search=${word}.*`)).toEqual([]);
  });

  it('finds a username exactly, ignoring case', async () => {
    expect(await idsOf(`username=${first.username.toUpperCase()}`)).toEqual([first.id]);
    expect(await idsOf(`username=${first.username.slice(0, -1)}`)).toEqual([]);
  });

  it('filters by state and time', async () => {
    expect(await idsOf(`search=${word}&active=true`)).toEqual([second.id, first.id]);
    expect(await idsOf(`search=${word}&blocked=true`)).toEqual([]);
    expect(await idsOf(`search=${word}&active=false&exclude_internal=true`)).toEqual([second.id, first.id]);
    const { created_at: createdAt } = (await asRoot().get(`/users/${second.id}`)).body;
    expect(await idsOf(`search=${word}&created_after=${createdAt}`)).toEqual([second.id]);
    expect(await idsOf(`search=${word}&created_before=2001-01-01`)).toEqual([]);
  });

  it('shows administrators detailed users in the requested order', async () => {
    const { body } = await asRoot().get(`/users?search=${word}&order_by=name&sort=asc`);
    expect(body).toMatchObject([
      { id: first.id, email: `${first.username}@example.com`, is_admin: false },
      { id: second.id, external: true, identities: [{ provider: 'ldap', extern_uid: `uid=${word}` }] },
    ]);
    expect(await idsOf(`search=${word}&order_by=name`, asRoot())).toEqual([second.id, first.id]);
    for (const field of ['id', 'username', 'created_at', 'updated_at']) {
      const ids = await idsOf(`search=${word}&order_by=${field}&sort=asc`, asRoot());
      expect(ids.sort((one, other) => one - other)).toEqual([first.id, second.id]);
    }
  });

  it('ignores order and two-factor filters of other callers', async () => {
    expect(await idsOf(`search=${word}&order_by=id&sort=asc&two_factor=enabled`)).toEqual([second.id, first.id]);
    expect(await idsOf(`search=${word}&two_factor=enabled`, asRoot())).toEqual([]);
    expect(await idsOf(`search=${word}&two_factor=disabled&sort=asc`, asRoot())).toEqual([first.id, second.id]);
    expect(await idsOf(`search=${word}&admins=true`)).toEqual([second.id, first.id]);
    expect(await idsOf(`search=${word}&admins=true`, asRoot())).toEqual([]);
    await asRoot().put(`/users/${second.id}`, { admin: true });
    expect(await idsOf(`search=${word}&admins=true`, asRoot())).toEqual([second.id]);
    await asRoot().put(`/users/${second.id}`, { admin: false });
  });

  it('shows external users and identities to administrators only', async () => {
    expect(await idsOf(`search=${word}&external=true`, asRoot())).toEqual([second.id]);
    expect(await idsOf(`provider=ldap&extern_uid=uid%3D${word}`, asRoot())).toEqual([second.id]);
    expect((await viewer.api.get('/users?external=true')).status).toBe(403);
    expect((await viewer.api.get('/users?extern_uid=1&provider=ldap')).status).toBe(403);
    expect(await asRoot().get('/users?extern_uid=1')).toMatchObject({
      status: 400,
      body: { error: 'extern_uid, provider provide all or none of parameters' },
    });
  });

  it('filters by custom attributes for administrators', async () => {
    expect(await idsOf(`search=${word}&custom_attributes[team]=blue`, asRoot())).toEqual([]);
    const { body } = await asRoot().get(`/users?username=${first.username}&with_custom_attributes=true`);
    expect(body[0].custom_attributes).toEqual([]);
  });

  it('is 401 without token, even for a username', async () => {
    expect((await api().get('/users')).status).toBe(401);
    expect((await api().get('/users?username=root')).status).toBe(401);
  });

  it('refuses unknown orders', async () => {
    const { status, body } = await asRoot().get('/users?order_by=email');
    expect({ status, body }).toEqual({ status: 400, body: { error: 'order_by does not have a valid value' } });
  });
});

describe('GET /search', () => {
  it('finds users in the same way', async () => {
    const { status, headers, body } = await viewer.api.get(
      `/search?scope=users&search=${word.toLowerCase()}&per_page=1`,
    );
    expect([status, headers.get('x-total')]).toEqual([200, '2']);
    expect(Object.keys(body[0])).toEqual(['id', 'name', 'username', 'state', 'avatar_url', 'web_url']);
    expect(body[0].id).toBe(second.id);
    expect((await api().get(`/search?scope=users&search=${word}`)).status).toBe(401);
  });
});
