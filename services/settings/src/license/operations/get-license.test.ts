import { api, asRoot, createUser } from '@forgemesh/testing';

describe('GET /license', () => {
  it('returns the tier', async () => {
    const { status, body } = await asRoot().get('/license');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: 1,
      plan: 'ultimate',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      starts_at: body.created_at.slice(0, 10),
      expires_at: null,
      expired: false,
      user_limit: 0,
    });
  });

  it('requires an administrator', async () => {
    expect((await api().get('/license')).status).toBe(401);
    expect((await (await createUser()).api.get('/license')).status).toBe(403);
  });
});
