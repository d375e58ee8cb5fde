import { asRoot } from '@forgemesh/testing';
import { createRepository } from '#testing/fixtures';

const root = asRoot();

describe('GET /projects/:id/repository/commits/:sha/refs', () => {
  it('lists the default branch first, then the others and tags by name', async () => {
    const { repository } = await createRepository();
    const { body: tip } = await root.get(`${repository}/commits/main`);
    for (const branch of ['zebra', 'alpha'])
      expect((await root.post(`${repository}/branches`, { branch, ref: 'main' })).status).toBe(201);
    expect((await root.post(`${repository}/tags`, { tag_name: 'a1', ref: 'main' })).status).toBe(201);
    const { status, body, headers } = await root.get(`${repository}/commits/${tip.id}/refs`);
    expect(status).toBe(200);
    expect(body).toEqual([
      { type: 'branch', name: 'main' },
      { type: 'branch', name: 'alpha' },
      { type: 'branch', name: 'zebra' },
      { type: 'tag', name: 'a1' },
    ]);
    expect(headers.get('x-total')).toBe('4');
    const first = await root.get(`${repository}/commits/${tip.id}/refs?per_page=1`);
    expect(first.body).toEqual([{ type: 'branch', name: 'main' }]);
    expect((await root.get(`${repository}/commits/none/refs`)).status).toBe(404);
  });
});
