import { api, asRoot, createUser, unique } from '@forgemesh/testing';

describe('GET /user/emails, GET /user/emails/:email_id, GET /users/:id/emails', () => {
  it('show the secondary emails of the caller, and those of others to administrators', async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    const emails = [];
    for (const name of ['one', 'two']) {
      emails.push((await user.api.post('/user/emails', { email: `${unique(name)}@example.com` })).body);
    }
    const { headers, body } = await user.api.get('/user/emails');
    expect(body).toEqual(emails);
    expect(headers.get('x-total')).toBe('2');
    expect((await user.api.get('/user/emails?per_page=1&page=2')).body).toEqual([emails[1]]);
    expect((await other.api.get('/user/emails')).body).toEqual([]);
    expect((await asRoot().get(`/users/${user.id}/emails`)).body).toEqual(emails);
    expect((await user.api.get(`/user/emails/${emails[0].id}`)).body).toEqual(emails[0]);
    expect(await other.api.get(`/user/emails/${emails[0].id}`)).toMatchObject({
      status: 404,
      body: { message: '404 Email Not Found' },
    });
  });

  it('refuse other domains', async () => {
    const user = await createUser();
    expect((await api().get('/user/emails')).status).toBe(401);
    expect((await user.api.get(`/users/${user.id}/emails`)).status).toBe(403);
    expect((await asRoot().get('/users/999999999/emails')).body).toEqual({ message: '404 User Not Found' });
  });
});
