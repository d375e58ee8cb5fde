import { api, asRoot, unique, commitFiles, createMember, borrowUser, borrowMember } from '@forgemesh/testing';
import { expectStatus, createRepository, type TestRepository } from '#testing/fixtures';

const when = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A project with one commit on `main`. */
async function createProjectWithCommit(): Promise<{ project: TestRepository; sha: string; path: string }> {
  const project = await createRepository();
  const [{ id: sha }] = expectStatus(await asRoot().get(`${project.repository}/commits`), 200);
  return { project, sha, path: `/projects/${project.id}/statuses/${sha}` };
}

describe('POST /projects/:id/statuses/:sha', () => {
  /** For tests that use statuses of other names, or are refused. */
  let shared: Awaited<ReturnType<typeof createProjectWithCommit>>;
  beforeAll(async () => {
    shared = await createProjectWithCommit();
  });

  it('adds a status and creates a pipeline', async () => {
    const { project, sha, path } = await createProjectWithCommit();
    const developer = await createMember(asRoot(), `/projects/${project.id}`, 30);
    const body = expectStatus(
      await developer.api.post(path, {
        state: 'success',
        context: 'ci/build',
        target_url: 'https://ci.example.com/1',
        description: 'All green',
        coverage: 87.5,
      }),
      201,
    );
    expect(body).toEqual({
      id: expect.any(Number),
      sha,
      ref: 'main',
      status: 'success',
      name: 'ci/build',
      target_url: 'https://ci.example.com/1',
      description: 'All green',
      created_at: expect.stringMatching(when),
      started_at: null,
      finished_at: expect.stringMatching(when),
      allow_failure: false,
      coverage: 87.5,
      author: {
        id: developer.id,
        name: `Name of ${developer.username}`,
        username: developer.username,
        state: 'active',
        avatar_url: null,
        web_url: expect.stringContaining(developer.username),
      },
    });
    const single = expectStatus(await asRoot().get(`${project.repository}/commits/${sha}`), 200);
    expect(single.status).toBe('success');
    expect(single.last_pipeline).toEqual({
      id: expect.any(Number),
      sha,
      ref: 'main',
      status: 'success',
      web_url: expect.stringMatching(new RegExp(`/${project.path_with_namespace}/pipelines/\\d+$`)),
    });
  });

  it('updates one status from pending over running to its final state', async () => {
    const { path } = await createProjectWithCommit();
    const pending = expectStatus(await asRoot().post(path, { state: 'pending', description: 'Waits' }), 201);
    expect(pending).toMatchObject({ name: 'default', status: 'pending', started_at: null, finished_at: null });
    const running = expectStatus(await asRoot().post(path, { state: 'running' }), 201);
    expect(running).toMatchObject({ id: pending.id, status: 'running', description: 'Waits', finished_at: null });
    expect(running.started_at).toMatch(when);
    const failed = expectStatus(await asRoot().post(path, { state: 'failed', description: 'Broken' }), 201);
    expect(failed).toMatchObject({ id: pending.id, status: 'failed', description: 'Broken' });
    expect(failed.started_at).toBe(running.started_at);
    const again = expectStatus(await asRoot().post(path, { state: 'canceled' }), 201);
    expect(again.id).toBeGreaterThan(pending.id);
  });

  it.each([
    ['pending', 'pending', 'enqueue'],
    ['running', 'pending', 'enqueue'],
    ['running', 'running', 'run'],
  ])('refuses the transition from %s to %s', async (from, to, event) => {
    const { path } = shared;
    const name = unique('job');
    expectStatus(await asRoot().post(path, { state: from, name }), 201);
    const refused = await asRoot().post(path, { state: to, name, description: 'Not kept' });
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({
      message: `Cannot transition status via :${event} from :${from} (Reason(s): Status cannot transition via "${event}")`,
    });
    const ended = expectStatus(await asRoot().post(path, { state: 'success', name }), 201);
    expect(ended.description).toBeNull();
  });

  it('adds another status for another user, name or ref', async () => {
    const { project, path } = await createProjectWithCommit();
    const developer = await createMember(asRoot(), `/projects/${project.id}`, 30);
    const bodies = [
      expectStatus(await asRoot().post(path, { state: 'pending' }), 201),
      expectStatus(await developer.api.post(path, { state: 'pending' }), 201),
      expectStatus(await asRoot().post(path, { state: 'pending', name: 'other' }), 201),
      expectStatus(await asRoot().post(path, { state: 'pending', ref: 'feature' }), 201),
    ];
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(4);
    expect(bodies[3].ref).toBe('feature');
    const pipelines = expectStatus(await asRoot().get(`/projects/${project.id}/pipelines`), 200);
    expect(pipelines.map(({ ref }: { ref: string }) => ref)).toEqual(['feature', 'main']);
  });

  it('chooses the pipeline by its id', async () => {
    const { project, path } = await createProjectWithCommit();
    expectStatus(await asRoot().post(path, { state: 'pending', ref: 'one' }), 201);
    expectStatus(await asRoot().post(path, { state: 'pending', ref: 'two' }), 201);
    const [, first] = expectStatus(await asRoot().get(`/projects/${project.id}/pipelines`), 200);
    const added = await asRoot().post(path, { state: 'success', name: 'late', pipeline_id: first.id });
    expect(expectStatus(added, 201).ref).toBe('one');
    const newest = await asRoot().post(path, { state: 'success', name: 'later' });
    expect(expectStatus(newest, 201).ref).toBe('two');
  });

  it('handles concurrent clients correctly', async () => {
    const { project, path } = await createProjectWithCommit();
    const responses = await Promise.all(Array.from({ length: 6 }, () => asRoot().post(path, { state: 'pending' })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
    const names = Array.from({ length: 6 }, () => unique('job'));
    await Promise.all(names.map((name) => asRoot().post(path, { state: 'success', name })));
    const ended = expectStatus(await asRoot().post(path, { state: 'success' }), 201);
    expect(ended.status).toBe('success');
    const pipelines = expectStatus(await asRoot().get(`/projects/${project.id}/pipelines`), 200);
    expect(pipelines).toHaveLength(1);
    expect(pipelines[0].status).toBe('success');
  });

  it('refuses invalid states, URLs and commits', async () => {
    const { project, path } = shared;
    const root = asRoot();
    const wrong = await root.post(path, { state: 'great' });
    expect([wrong.status, wrong.body]).toEqual([400, { error: 'state does not have a valid value' }]);
    const missing = await root.post(path, {});
    expect(missing.body.error).toContain('state is missing');
    const address = await root.post(path, { state: 'pending', target_url: 'git://example.com' });
    expect([address.status, address.body]).toEqual([
      400,
      { message: { target_url: ['is blocked: Only allowed schemes are http, https'] } },
    ]);
    expect((await root.post(path, { state: 'pending', target_url: 'nonsense' })).body).toEqual({
      message: { target_url: ['must be a valid URL'] },
    });
    const unknown = await root.post(`/projects/${project.id}/statuses/${'1'.repeat(40)}`, { state: 'pending' });
    expect([unknown.status, unknown.body]).toEqual([404, { message: '404 Commit Not Found' }]);
  });

  it('requires a branch that contains the commit unless a ref is given', async () => {
    const { project, sha } = await createProjectWithCommit();
    const lost = await commitFiles(
      asRoot(),
      `/projects/${project.id}`,
      { 'b.txt': 'b' },
      { branch: 'gone', start_branch: 'main' },
    );
    expectStatus(await asRoot().delete(`${project.repository}/branches/gone`), 204);
    const path = `/projects/${project.id}/statuses/${lost.id}`;
    const refused = await asRoot().post(path, { state: 'pending' });
    expect([refused.status, refused.body]).toEqual([404, { message: '404 References for commit Not Found' }]);
    expect(expectStatus(await asRoot().post(path, { state: 'pending', ref: 'gone' }), 201).sha).not.toBe(sha);
  });

  it('requires developers and a project that is not archived', async () => {
    const { project, path } = await createProjectWithCommit();
    const reporter = await borrowMember(asRoot(), `/projects/${project.id}`, 20);
    const nonMember = await borrowUser();
    expect((await api().post(path, { state: 'pending' })).status).toBe(401);
    expect((await nonMember.api.post(path, { state: 'pending' })).status).toBe(404);
    const refused = await reporter.api.post(path, { state: 'pending' });
    expect([refused.status, refused.body]).toEqual([403, { message: '403 Forbidden' }]);
    expectStatus(await asRoot().put(`/projects/${project.id}`, { visibility: 'public' }), 200);
    expect((await nonMember.api.post(path, { state: 'pending' })).status).toBe(403);
  });
});
