import { api, asRoot, borrowUser } from '@forgemesh/testing';

describe('GET /admin/pack_store', () => {
  it('returns the state of the packs to administrators', async () => {
    const { status, body } = await asRoot().get('/admin/pack_store');
    expect(status).toBe(200);
    const count = { objects: expect.any(Number), bytes: expect.any(Number) };
    expect(body).toEqual({
      healthy: true,
      collection: 'dry',
      stored: count,
      unnamed: count,
      removable: count,
      damaged_count: 0,
      damaged: [],
      audited_at: null,
      repositories: { stored: expect.any(Number), only_in_folders: expect.any(Number) },
    });
  });

  it('is refused to others', async () => {
    const user = await borrowUser();
    expect((await user.api.get('/admin/pack_store')).status).toBe(403);
    expect((await api().get('/admin/pack_store')).status).toBe(401);
  });
});
