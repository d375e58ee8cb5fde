import { asRoot, createUser } from '@forgemesh/testing';

describe('GET /users/:user_id/impersonation_tokens', () => {
  it('lists the tokens of a user by state, oldest first', async () => {
    const user = await createUser();
    const path = `/users/${user.id}/impersonation_tokens`;
    const make = async (name: string, expires_at?: string): Promise<number> =>
      (await asRoot().post(path, { name, scopes: ['api'], expires_at })).body.id;
    await make('expired', new Date().toISOString().slice(0, 10));
    await make('later', '2999-01-01');
    await asRoot().delete(`${path}/${await make('revoked')}`);
    const names = async (query: string): Promise<string[]> =>
      (await asRoot().get(`${path}${query}`)).body.map(({ name }: { name: string }) => name);

    expect(await names('')).toEqual(['test', 'expired', 'later', 'revoked']);
    expect(await names('?state=active')).toEqual(['test', 'later']);
    expect(await names('?state=inactive')).toEqual(['expired', 'revoked']);
    expect(await names('?per_page=1&page=2')).toEqual(['expired']);
  });

  it('shows no token', async () => {
    const user = await createUser();
    const { body, headers } = await asRoot().get(`/users/${user.id}/impersonation_tokens`);
    expect(body).toMatchObject([{ user_id: user.id, active: true }]);
    expect(body[0]).not.toHaveProperty('token');
    expect(headers.get('x-total')).toBe('1');
  });

  it('excludes other kinds of tokens', async () => {
    const { body } = await asRoot().get('/users/1/impersonation_tokens');
    expect(body.filter(({ name }: { name: string }) => name === 'First start')).toEqual([]);
  });

  it('is 404 for unknown users, 400 for unknown states, 403 for non-administrators', async () => {
    const user = await createUser();
    expect((await asRoot().get('/users/999999999/impersonation_tokens')).status).toBe(404);
    expect((await asRoot().get('/users/1/impersonation_tokens?state=lost')).status).toBe(400);
    expect((await user.api.get(`/users/${user.id}/impersonation_tokens`)).status).toBe(403);
  });
});
