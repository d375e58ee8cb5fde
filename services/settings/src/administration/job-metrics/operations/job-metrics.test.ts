import { api, asRoot, createUser, waitFor, mesh, createProject } from '@forgemesh/testing';

const root = asRoot();
const count = expect.any(Number);

describe('GET /sidekiq/queue_metrics', () => {
  it('shows backlog and latency of consumers and jobs', async () => {
    const { status, body } = await root.get('/sidekiq/queue_metrics');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['queues']);
    for (const name of ['projects-projects', 'projects-jobs-export', 'projects-jobs-housekeeping']) {
      expect(body.queues[name]).toEqual({ backlog: count, latency: count });
    }
    expect(Object.values(body.queues).every((queue) => Number.isInteger((queue as { latency: number }).latency))).toBe(
      true,
    );
  });
});

describe('GET /sidekiq/process_metrics', () => {
  it('shows the processes of the services', async () => {
    const { status, body } = await root.get('/sidekiq/process_metrics');
    expect(status).toBe(200);
    const projects = body.processes.find(({ tag }: { tag: string }) => tag === 'projects');
    expect(projects).toEqual({
      hostname: expect.stringMatching(/./),
      pid: mesh().processes['projects']?.pid,
      tag: 'projects',
      started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      queues: expect.arrayContaining(['projects-projects', 'projects-jobs-export']),
      labels: [],
      concurrency: count,
      busy: count,
    });
    expect(projects.concurrency).toBeGreaterThan(0);
    const tags = body.processes.map(({ tag }: { tag: string }) => tag);
    expect(tags).toEqual(expect.arrayContaining(['collaboration', 'identity', 'projects', 'repository', 'settings']));
  });
});

describe('GET /sidekiq/job_stats', () => {
  it('counts jobs and events', async () => {
    const { status, body } = await root.get('/sidekiq/job_stats');
    expect([status, body]).toEqual([200, { jobs: { processed: count, failed: count, enqueued: count, dead: count } }]);
    const project = await createProject(root);
    await root.post(`/projects/${project.id}/star`);
    await waitFor(
      async () => (await root.get('/sidekiq/job_stats')).body.jobs.processed,
      (processed) => processed > body.jobs.processed,
    );
  });
});

describe('GET /sidekiq/compound_metrics', () => {
  it('combines all metrics', async () => {
    const { status, body } = await root.get('/sidekiq/compound_metrics');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['queues', 'processes', 'jobs']);
    expect(body.queues['projects-projects']).toEqual({ backlog: count, latency: count });
    expect(body.processes.length).toBeGreaterThan(5);
    expect(body.jobs.processed).toBeGreaterThan(0);
  });
});

describe.each(['queue_metrics', 'process_metrics', 'job_stats', 'compound_metrics'])('GET /sidekiq/%s', (name) => {
  it('requires an administrator', async () => {
    expect((await api().get(`/sidekiq/${name}`)).status).toBe(401);
    expect((await (await createUser()).api.get(`/sidekiq/${name}`)).status).toBe(403);
  });
});
