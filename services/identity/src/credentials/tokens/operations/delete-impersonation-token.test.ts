import { asRoot, createUser } from '@forgemesh/testing';

describe('DELETE /users/:user_id/impersonation_tokens/:impersonation_token_id', () => {
  it('revokes the token immediately and keeps it listed', async () => {
    const user = await createUser();
    const [token] = (await asRoot().get(`/users/${user.id}/impersonation_tokens`)).body;
    const path = `/users/${user.id}/impersonation_tokens/${token.id}`;
    expect((await user.api.get('/user')).status).toBe(200);

    expect(await asRoot().delete(path)).toMatchObject({ status: 204, body: undefined });
    expect(await user.api.get('/user')).toMatchObject({
      status: 401,
      body: {
        error: 'invalid_token',
        error_description: 'Token was revoked. You have to re-authorize from the user.',
      },
    });
    expect((await asRoot().get(path)).body).toMatchObject({ revoked: true, active: false });
    expect((await asRoot().delete(path)).status).toBe(204);
  });

  it('does not revoke a token modified since', async () => {
    const user = await createUser();
    const [token] = (await asRoot().get(`/users/${user.id}/impersonation_tokens`)).body;
    const path = `/users/${user.id}/impersonation_tokens/${token.id}`;
    const old = { 'If-Unmodified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' };
    expect(await asRoot().delete(path, undefined, old)).toMatchObject({
      status: 412,
      body: { message: '412 Precondition Failed' },
    });
    expect((await asRoot().delete(path, undefined, { 'If-Unmodified-Since': new Date().toUTCString() })).status).toBe(
      204,
    );
  });

  it('is 404 for unknown tokens and 403 for non-administrators', async () => {
    const user = await createUser();
    expect((await asRoot().delete(`/users/${user.id}/impersonation_tokens/999999999`)).status).toBe(404);
    const [token] = (await asRoot().get(`/users/${user.id}/impersonation_tokens`)).body;
    expect((await user.api.delete(`/users/${user.id}/impersonation_tokens/${token.id}`)).status).toBe(403);
  });
});
