import { api, asRoot, createUser } from '@forgemesh/testing';
import { newSshKey } from '#testing/new-keys';

describe('GET /user/keys/:key_id', () => {
  it('shows a key to its user only', async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    const { body: key } = await user.api.post('/user/keys', { title: 'mine', key: newSshKey() });
    expect(await user.api.get(`/user/keys/${key.id}`)).toMatchObject({ status: 200, body: key });
    const refusal = { status: 404, body: { message: '404 Key Not Found' } };
    expect(await other.api.get(`/user/keys/${key.id}`)).toMatchObject(refusal);
    expect(await user.api.get('/user/keys/999999999')).toMatchObject(refusal);
    expect((await api().get(`/user/keys/${key.id}`)).status).toBe(401);
  });
});

describe('GET /keys/:id', () => {
  it('shows administrators a key with its user', async () => {
    const user = await createUser();
    const { body: key } = await user.api.post('/user/keys', { title: 'mine', key: newSshKey() });
    const { status, body } = await asRoot().get(`/keys/${key.id}`);
    expect(status).toBe(200);
    const { highest_role: highestRole, ...holder } = (await asRoot().get(`/users/${user.id}`)).body;
    expect(highestRole).toBe(0);
    // The activity date is written shortly after the request.
    const { last_activity_on } = body.user;
    expect(body).toEqual({ ...key, user: { ...holder, last_activity_on } });
    expect((await user.api.get(`/keys/${key.id}`)).status).toBe(403);
    expect((await api().get(`/keys/${key.id}`)).status).toBe(401);
    expect(await asRoot().get('/keys/999999999')).toMatchObject({
      status: 404,
      body: { message: '404 Key Not Found' },
    });
  });
});
