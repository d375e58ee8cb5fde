import { api, asRoot, createUser, type TestUser } from '@forgemesh/testing';
import { newSshKey } from '#testing/new-keys';

const old = { 'If-Unmodified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' };

async function addKey(user: TestUser, key = newSshKey()): Promise<number> {
  return (await user.api.post('/user/keys', { title: 'mine', key })).body.id;
}

describe('DELETE /user/keys/:key_id', () => {
  it('removes the key, which others can then add', async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    const key = newSshKey();
    const id = await addKey(user, key);
    expect(await user.api.delete(`/user/keys/${id}`)).toMatchObject({ status: 204, body: undefined });
    expect(await user.api.delete(`/user/keys/${id}`)).toMatchObject({
      status: 404,
      body: { message: '404 Key Not Found' },
    });
    expect((await other.api.post('/user/keys', { title: 'mine now', key })).status).toBe(201);
  });

  it('does not remove keys of other users or keys modified since', async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    const id = await addKey(user);
    expect((await other.api.delete(`/user/keys/${id}`)).status).toBe(404);
    expect((await user.api.delete(`/user/keys/${id}`, undefined, old)).status).toBe(412);
    expect((await user.api.get(`/user/keys/${id}`)).status).toBe(200);
  });
});

describe('DELETE /users/:id/keys/:key_id', () => {
  it('removes a key of that user only', async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    const id = await addKey(user);
    expect((await user.api.delete(`/users/${user.id}/keys/${id}`)).status).toBe(403);
    expect((await api().delete(`/users/${user.id}/keys/${id}`)).status).toBe(401);
    expect(await asRoot().delete(`/users/${other.id}/keys/${id}`)).toMatchObject({
      status: 404,
      body: { message: '404 Key Not Found' },
    });
    expect(await asRoot().delete(`/users/999999999/keys/${id}`)).toMatchObject({
      status: 404,
      body: { message: '404 User Not Found' },
    });
    expect((await asRoot().delete(`/users/${user.id}/keys/${id}`)).status).toBe(204);
    expect((await user.api.get('/user/keys')).body).toEqual([]);
  });
});
