import { api, asRoot, createUser } from '@forgemesh/testing';
import { newGpgKey } from '#testing/new-keys';

describe('GET /user/gpg_keys, GET /user/gpg_keys/:key_id, GET /users/:id/gpg_keys', () => {
  it('show the keys of the caller, and those of others to administrators', async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    const keys = [];
    for (const { publicKey: key } of await Promise.all([newGpgKey(), newGpgKey()])) {
      keys.push((await user.api.post('/user/gpg_keys', { key })).body);
    }
    const { headers, body } = await user.api.get('/user/gpg_keys');
    expect(body).toEqual(keys);
    expect(headers.get('x-total')).toBe('2');
    expect((await user.api.get('/user/gpg_keys?per_page=1&page=2')).body).toEqual([keys[1]]);
    expect((await other.api.get('/user/gpg_keys')).body).toEqual([]);
    expect((await user.api.get(`/user/gpg_keys/${keys[0].id}`)).body).toEqual(keys[0]);
    expect(await other.api.get(`/user/gpg_keys/${keys[0].id}`)).toMatchObject({
      status: 404,
      body: { message: '404 GPG Key Not Found' },
    });
    expect((await asRoot().get(`/users/${user.id}/gpg_keys`)).body).toEqual(keys);
    expect((await user.api.get(`/users/${user.id}/gpg_keys`)).status).toBe(403);
  });

  it('refuse anonymous callers, unknown users and invalid ids', async () => {
    expect((await api().get('/user/gpg_keys')).status).toBe(401);
    expect((await api().get('/users/1/gpg_keys')).status).toBe(401);
    expect((await asRoot().get('/user/gpg_keys/x')).body).toEqual({ error: 'key_id is invalid' });
    expect(await asRoot().get('/users/999999999/gpg_keys')).toMatchObject({
      status: 404,
      body: { message: '404 User Not Found' },
    });
  });
});
