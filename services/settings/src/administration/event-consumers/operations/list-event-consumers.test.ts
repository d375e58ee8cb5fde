import { api, asRoot, waitFor, createProject, borrowUser } from '@forgemesh/testing';

const path = '/admin/consumers';

describe('GET /admin/consumers', () => {
  it('lists the progress of each consumer', async () => {
    const project = await createProject(asRoot());
    await asRoot().post(`/projects/${project.id}/star`);
    const counts = (rows: { consumers: string[]; lag: number }[]) =>
      rows.find(({ consumers }) => consumers.includes('projects-star-counts'));
    const { status, body } = await waitFor(
      () => asRoot().get(`${path}?service=projects&per_page=100`),
      ({ body: rows }) => counts(rows)?.lag === 0,
    );
    expect(status).toBe(200);
    expect(counts(body)).toEqual({
      name: expect.stringMatching(/^projects-projects-[0-9a-f]{8}$/),
      consumers: expect.arrayContaining(['projects-fork-counts', 'projects-star-counts']),
      service: 'projects',
      stream: 'PROJECTS',
      event_types: expect.arrayContaining([expect.stringMatching(/^projects\.star\./)]),
      pending: expect.any(Number),
      ack_pending: expect.any(Number),
      redelivered: expect.any(Number),
      deferred: 0,
      lag: 0,
      oldest_event_at: null,
      oldest_event_age: null,
      paused: false,
    });
    expect(new Set(body.map(({ service }: { service: string }) => service))).toEqual(new Set(['projects']));
  });

  it('is paged, in the order of streams and names', async () => {
    const all = await asRoot().get(`${path}?per_page=100`);
    const second = await asRoot().get(`${path}?per_page=2&page=2`);
    const names = (rows: { stream: string; name: string }[]) => rows.map(({ stream, name }) => `${stream} ${name}`);
    expect(names(all.body)).toEqual(names(all.body).sort());
    expect(names(second.body)).toEqual(names(all.body).slice(2, 4));
    expect(Number(second.headers.get('x-total'))).toBeGreaterThan(20);
    expect((await asRoot().get(`${path}?service=nobody`)).body).toEqual([]);
  });

  it('requires an administrator', async () => {
    expect((await api().get(path)).status).toBe(401);
    expect((await (await borrowUser()).api.get(path)).status).toBe(403);
  });
});
