import { api, asRoot, createUser, type TestUser } from '@forgemesh/testing';
import { newGpgKey } from '#testing/new-keys';

async function addKey(user: TestUser): Promise<{ id: number; key: string }> {
  return (await user.api.post('/user/gpg_keys', { key: (await newGpgKey()).publicKey })).body;
}

const notFound = { status: 404, body: { message: '404 GPG Key Not Found' } };

describe('DELETE /user/gpg_keys/:key_id', () => {
  it('removes a key of the caller only', async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    const { id, key } = await addKey(user);
    expect(await other.api.delete(`/user/gpg_keys/${id}`)).toMatchObject(notFound);
    const old = { 'If-Unmodified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' };
    expect((await user.api.delete(`/user/gpg_keys/${id}`, undefined, old)).status).toBe(412);
    expect(await user.api.delete(`/user/gpg_keys/${id}`)).toMatchObject({ status: 204, body: undefined });
    expect(await user.api.delete(`/user/gpg_keys/${id}`)).toMatchObject(notFound);
    expect((await other.api.post('/user/gpg_keys', { key })).status).toBe(201);
  });
});

describe('DELETE /users/:id/gpg_keys/:key_id', () => {
  it('removes a key of that user only', async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    const { id } = await addKey(user);
    expect((await user.api.delete(`/users/${user.id}/gpg_keys/${id}`)).status).toBe(403);
    expect(await asRoot().delete(`/users/${other.id}/gpg_keys/${id}`)).toMatchObject(notFound);
    expect((await asRoot().delete(`/users/999999999/gpg_keys/${id}`)).body.message).toBe('404 User Not Found');
    expect((await asRoot().delete(`/users/${user.id}/gpg_keys/${id}`)).status).toBe(204);
  });
});

describe('POST /user/gpg_keys/:key_id/revoke', () => {
  it('removes a key of the caller only', async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    const { id } = await addKey(user);
    expect((await api().post(`/user/gpg_keys/${id}/revoke`)).status).toBe(401);
    expect(await other.api.post(`/user/gpg_keys/${id}/revoke`)).toMatchObject(notFound);
    expect(await user.api.post(`/user/gpg_keys/${id}/revoke`)).toMatchObject({
      status: 202,
      body: { message: '202 Accepted' },
    });
    expect((await user.api.get('/user/gpg_keys')).body).toEqual([]);
    expect(await user.api.post(`/user/gpg_keys/${id}/revoke`)).toMatchObject(notFound);
  });
});

describe('POST /users/:id/gpg_keys/:key_id/revoke', () => {
  it('removes a key of that user only', async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    const { id } = await addKey(user);
    expect((await user.api.post(`/users/${user.id}/gpg_keys/${id}/revoke`)).status).toBe(403);
    expect(await asRoot().post(`/users/${other.id}/gpg_keys/${id}/revoke`)).toMatchObject(notFound);
    expect((await asRoot().post(`/users/${user.id}/gpg_keys/${id}/revoke`)).status).toBe(202);
    expect((await user.api.get('/user/gpg_keys')).body).toEqual([]);
  });
});
