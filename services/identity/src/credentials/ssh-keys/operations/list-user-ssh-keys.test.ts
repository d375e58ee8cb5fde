import { api, asRoot, createUser, type TestUser } from '@forgemesh/testing';
import { newSshKey } from '#testing/new-keys';

let user: TestUser;
let ids: number[];

beforeAll(async () => {
  user = await createUser();
  ids = [];
  for (const title of ['one', 'two', 'three']) {
    ids.push((await user.api.post('/user/keys', { title, key: newSshKey() })).body.id);
  }
});

describe('GET /user/keys', () => {
  it('lists the keys of the caller, oldest first, in pages', async () => {
    const { status, headers, body } = await user.api.get('/user/keys?per_page=2');
    expect(status).toBe(200);
    expect(body.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 2));
    expect(Object.keys(body[0])).toEqual(['id', 'title', 'key', 'created_at', 'expires_at', 'last_used_at']);
    expect(headers.get('x-total')).toBe('3');
    expect((await user.api.get('/user/keys?per_page=2&page=2')).body).toMatchObject([{ id: ids[2], title: 'three' }]);
    expect((await (await createUser()).api.get('/user/keys')).body).toEqual([]);
  });

  it('is 401 without token', async () => expect((await api().get('/user/keys')).status).toBe(401));

  it('accepts tokens with the scope read_user', async () => {
    expect((await (await createUser({}, ['read_user'])).api.get('/user/keys')).status).toBe(200);
  });
});

describe('GET /users/:id/keys', () => {
  it('lists the keys of a user for everyone', async () => {
    const own = (await user.api.get('/user/keys')).body;
    expect(await api().get(`/users/${user.id}/keys`)).toMatchObject({ status: 200, body: own });
    const other = await createUser();
    expect((await other.api.get(`/users/${user.id}/keys`)).body).toEqual(own);
  });

  it('is 404 for unknown users', async () => {
    expect(await api().get('/users/999999999/keys')).toMatchObject({
      status: 404,
      body: { message: '404 User Not Found' },
    });
  });

  it('hides users from anonymous callers if public visibility is restricted', async () => {
    await asRoot().put('/application/settings', { restricted_visibility_levels: ['public'] });
    const [stranger, member] = await Promise.all([
      api().get(`/users/${user.id}/keys`),
      user.api.get(`/users/${user.id}/keys`),
    ]).finally(() => asRoot().put('/application/settings', { restricted_visibility_levels: [] }));
    expect([stranger.status, member.status]).toEqual([404, 200]);
  });
});
