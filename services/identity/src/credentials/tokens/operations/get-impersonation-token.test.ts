import { asRoot, createUser } from '@forgemesh/testing';

describe('GET /users/:user_id/impersonation_tokens/:impersonation_token_id', () => {
  it('shows one token of that user only', async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    const [token] = (await asRoot().get(`/users/${user.id}/impersonation_tokens`)).body;
    expect(await asRoot().get(`/users/${user.id}/impersonation_tokens/${token.id}`)).toMatchObject({
      status: 200,
      body: token,
    });
    expect(await asRoot().get(`/users/${other.id}/impersonation_tokens/${token.id}`)).toMatchObject({
      status: 404,
      body: { message: '404 Impersonation Token Not Found' },
    });
    expect((await user.api.get(`/users/${user.id}/impersonation_tokens/${token.id}`)).status).toBe(403);
  });

  it('does not show the first token of root, which is not an impersonation token', async () => {
    expect((await asRoot().get('/users/1/impersonation_tokens/1')).status).toBe(404);
  });
});
