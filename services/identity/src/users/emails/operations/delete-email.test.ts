import { asRoot, createUser, unique, type TestUser } from '@forgemesh/testing';

const notFound = { status: 404, body: { message: '404 Email Not Found' } };

async function addEmail(user: TestUser): Promise<{ id: number; email: string }> {
  return (await user.api.post('/user/emails', { email: `${unique('mail')}@example.com` })).body;
}

describe('DELETE /user/emails/:email_id', () => {
  it('removes an email of the caller, which others can then add', async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    const [removed, kept] = [await addEmail(user), await addEmail(user)];
    expect(await other.api.delete(`/user/emails/${removed.id}`)).toMatchObject(notFound);
    const old = { 'If-Unmodified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' };
    expect((await user.api.delete(`/user/emails/${removed.id}`, undefined, old)).status).toBe(412);
    expect(await user.api.delete(`/user/emails/${removed.id}`)).toMatchObject({ status: 204, body: undefined });
    expect(await user.api.delete(`/user/emails/${removed.id}`)).toMatchObject(notFound);
    expect((await user.api.get('/user/emails')).body).toEqual([{ ...kept, confirmed_at: null }]);
    expect((await other.api.post('/user/emails', { email: removed.email })).status).toBe(201);
    expect((await other.api.post('/user/emails', { email: kept.email })).status).toBe(400);
  });
});

describe('DELETE /users/:id/emails/:email_id', () => {
  it('removes an email of that user only', async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    const { id } = await addEmail(user);
    expect((await user.api.delete(`/users/${user.id}/emails/${id}`)).status).toBe(403);
    expect(await asRoot().delete(`/users/${other.id}/emails/${id}`)).toMatchObject(notFound);
    expect((await asRoot().delete(`/users/999999999/emails/${id}`)).body).toEqual({ message: '404 User Not Found' });
    expect((await asRoot().delete(`/users/${user.id}/emails/${id}`)).status).toBe(204);
    expect((await user.api.get('/user/emails')).body).toEqual([]);
  });
});
