import { api, asRoot, createUser } from '@forgemesh/testing';
import { newSshKey } from '#testing/new-keys';

describe('POST /users/:id/keys', () => {
  it('adds a key to that user', async () => {
    const user = await createUser();
    const key = newSshKey();
    const { status, body } = await asRoot().post(`/users/${user.id}/keys`, { title: 'Robot', key });
    expect(status).toBe(201);
    expect(body).toMatchObject({ title: 'Robot', key });
    expect((await user.api.get(`/user/keys/${body.id}`)).body).toEqual(body);
  });

  it('reports errors by field', async () => {
    const user = await createUser();
    expect(await asRoot().post(`/users/${user.id}/keys`, { title: 'Robot', key: 'ssh-rsa x' })).toMatchObject({
      status: 400,
      body: { message: { fingerprint: ['cannot be generated'] } },
    });
  });

  it('is 404 for unknown users, 403 for non-administrators, 401 without token', async () => {
    const user = await createUser();
    const given = { title: 'Robot', key: newSshKey() };
    expect(await asRoot().post('/users/999999999/keys', given)).toMatchObject({
      status: 404,
      body: { message: '404 User Not Found' },
    });
    expect((await user.api.post(`/users/${user.id}/keys`, given)).status).toBe(403);
    expect((await api().post(`/users/${user.id}/keys`, given)).status).toBe(401);
  });
});
