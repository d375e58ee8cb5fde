import { api, asRoot, borrowUser } from '@forgemesh/testing';

const path = '/admin/secret_rotations';

describe('GET /admin/secret_rotations', () => {
  it('lists the keys of each service and whether older ones are still needed', async () => {
    const { status, body, headers } = await asRoot().get(path);
    expect(status).toBe(200);
    expect(headers.get('x-unanswered')).toBeNull();
    const names = body.map(({ service }: { service: string }) => service);
    expect(names).toEqual([
      'approvals',
      'collaboration',
      'deliveries',
      'geo',
      'identity',
      'projects',
      'repository',
      'settings',
    ]);
    for (const rotation of body)
      expect(rotation).toEqual({
        service: expect.any(String),
        key_id: expect.stringMatching(/^[0-9a-f]{8}$/),
        older_key_ids: [],
        checked_at: null,
        unreadable: 0,
        tokens_left: 0,
        older_keys_needed: false,
      });
  });

  it('requires an administrator', async () => {
    expect((await (await borrowUser()).api.get(path)).status).toBe(403);
    expect((await api().get(path)).status).toBe(401);
  });
});
