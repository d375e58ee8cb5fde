import { api, asRoot, createUser, waitFor, createProject, type TestUser } from '@forgemesh/testing';

const path = '/admin/hook_deliveries';

describe('GET /admin/hook_deliveries', () => {
  let owner: TestUser;
  beforeAll(async () => {
    owner = await createUser();
  });

  it('lists the deliveries of all hooks, newest first, without secrets and contents', async () => {
    const project = await createProject(owner.api, { initialize_with_readme: true });
    const hook = { url: 'http://user:for-us@127.0.0.1:9/?key=for-us', token: 'between-us', push_events: true };
    // Local addresses are forbidden again before the delivery, so every delivery fails immediately.
    const allow = 'allow_local_requests_from_web_hooks_and_services';
    await asRoot().put('/application/settings', { [allow]: true });
    const { body: created } = await owner.api.post(`/projects/${project.id}/hooks`, hook);
    await asRoot().put('/application/settings', { [allow]: false });
    await owner.api.post(`/projects/${project.id}/hooks/${created.id}/test/push_events`);
    const rows = await waitFor(
      async () => {
        const { body } = await asRoot().get(`${path}?per_page=100&state=failed`);
        return (body as { hook_id: number }[]).filter(({ hook_id }) => hook_id === created.id);
      },
      ({ length }) => length > 0,
    );
    expect(rows[0]).toEqual({
      id: expect.any(Number),
      hook_id: created.id,
      project_id: project.id,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9\/\?key=/),
      trigger: 'push_hooks',
      state: 'failed',
      tries: 1,
      response_status: 'internal error',
      internal_error_message: expect.any(String),
      execution_duration: expect.any(Number),
      next_try_at: null,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(JSON.stringify(rows)).not.toMatch(/for-us|between-us/);
    const { body: all, headers } = await asRoot().get(path);
    const ids = (all as { id: number }[]).map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((one, other) => other - one));
    expect(headers.get('x-page')).toBe('1');
    expect((await asRoot().get(`${path}?state=lost`)).status).toBe(400);
  });

  it('requires an administrator', async () => {
    expect((await api().get(path)).status).toBe(401);
    expect((await owner.api.get(path)).status).toBe(403);
  });
});
