import { api, asRoot, createUser, commitFiles, createMember, borrowUser, borrowMember } from '@forgemesh/testing';
import { expectStatus, createRepository, type TestRepository } from '#testing/fixtures';

interface Listed {
  id: number;
  ref: string;
  status: string;
}

async function report(
  project: TestRepository,
  sha: string,
  state: string,
  ref: string,
  name = 'default',
): Promise<void> {
  expectStatus(await asRoot().post(`/projects/${project.id}/statuses/${sha}`, { state, ref, name }), 201);
}

/**
 * A project with pipelines on `main` (success), `feature` (running) and `gone` (failed), oldest
 * first.
 */
async function createPipelines() {
  const project = await createRepository();
  const first = await commitFiles(asRoot(), `/projects/${project.id}`, { 'a.txt': 'a' });
  const second = await commitFiles(
    asRoot(),
    `/projects/${project.id}`,
    { 'b.txt': 'b' },
    { branch: 'feature', start_branch: 'main' },
  );
  await report(project, first.id, 'success', 'main');
  await report(project, second.id, 'running', 'feature');
  await report(project, second.id, 'failed', 'gone');
  const path = `/projects/${project.id}/pipelines`;
  const list = async (query: string): Promise<Listed[]> => expectStatus(await asRoot().get(`${path}${query}`), 200);
  return { project, first, second, path, list };
}

const refs = (pipelines: Listed[]): string[] => pipelines.map(({ ref }) => ref);

describe('GET /projects/:id/pipelines', () => {
  it('lists the newest first', async () => {
    const { project, first, list } = await createPipelines();
    const pipelines = await list('');
    expect(refs(pipelines)).toEqual(['gone', 'feature', 'main']);
    expect(pipelines[2]).toEqual({
      id: expect.any(Number),
      sha: first.id,
      ref: 'main',
      status: 'success',
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      updated_at: expect.stringMatching(/\.\d{3}Z$/),
      web_url: expect.stringContaining(`/${project.path_with_namespace}/pipelines/`),
    });
  });

  it('filters and sorts', async () => {
    const { second, list } = await createPipelines();
    expect(refs(await list('?status=failed'))).toEqual(['gone']);
    expect(refs(await list('?ref=main'))).toEqual(['main']);
    expect(refs(await list(`?sha=${second.id}`))).toEqual(['gone', 'feature']);
    expect(refs(await list('?scope=finished'))).toEqual(['gone', 'main']);
    expect(refs(await list('?scope=running'))).toEqual(['feature']);
    expect(await list('?scope=pending')).toEqual([]);
    expect(refs(await list('?scope=branches'))).toEqual(['feature', 'main']);
    expect(await list('?scope=tags')).toEqual([]);
    expect(refs(await list('?sort=asc'))).toEqual(['main', 'feature', 'gone']);
    expect(refs(await list('?order_by=ref&sort=asc'))).toEqual(['feature', 'gone', 'main']);
    expect(refs(await list('?order_by=status'))).toEqual(['main', 'feature', 'gone']);
  });

  it('refuses invalid values, and paginates', async () => {
    const { path } = await createPipelines();
    const wrong = await asRoot().get(`${path}?scope=all`);
    expect([wrong.status, wrong.body]).toEqual([400, { error: 'scope does not have a valid value' }]);
    expect((await asRoot().get(`${path}?order_by=sha`)).status).toBe(400);
    const page = await asRoot().get(`${path}?per_page=2&page=2`);
    expect([refs(page.body), page.headers.get('x-total')]).toEqual([['main'], '3']);
  });

  it('requires access to the code, and is open to all for a public project', async () => {
    const { project, path } = await createPipelines();
    expect((await (await borrowMember(asRoot(), `/projects/${project.id}`, 10)).api.get(path)).status).toBe(403);
    expect((await (await borrowMember(asRoot(), `/projects/${project.id}`, 20)).api.get(path)).status).toBe(200);
    expect((await (await borrowUser()).api.get(path)).status).toBe(404);
    expectStatus(await asRoot().put(`/projects/${project.id}`, { visibility: 'public' }), 200);
    expect((await api().get(path)).status).toBe(200);
  });

  it('requires reporters if jobs are not public, like the pipeline of a commit', async () => {
    const { project, first, path, list } = await createPipelines();
    const guest = await createMember(asRoot(), `/projects/${project.id}`, 10);
    const reporter = await createMember(asRoot(), `/projects/${project.id}`, 20);
    const [newest] = await list('');
    const paths = [path, `${path}/${newest?.id}`];
    const commitPath = `${project.repository}/commits/${first.id}`;
    const statusesOf = async (as: ReturnType<typeof api>): Promise<number[]> =>
      (await Promise.all(paths.map((at) => as.get(at)))).map(({ status }) => status);
    expectStatus(await asRoot().put(`/projects/${project.id}`, { visibility: 'public', public_builds: false }), 200);
    for (const as of [api(), guest.api, (await createUser()).api]) {
      expect(await statusesOf(as)).toEqual([403, 403]);
      // Readers of the code may see the commit's status.
      expect((await as.get(commitPath)).body).toMatchObject({ last_pipeline: null, status: 'success' });
    }
    expect(await statusesOf(reporter.api)).toEqual([200, 200]);
    expect((await reporter.api.get(commitPath)).body).toMatchObject({ last_pipeline: { status: 'success' } });
    expectStatus(await asRoot().put(`/projects/${project.id}`, { public_jobs: true }), 200);
    expect(await statusesOf(api())).toEqual([200, 200]);
    expect((await api().get(commitPath)).body).toMatchObject({ last_pipeline: { status: 'success' } });
  });
});

describe('GET /projects/:id/pipelines/:pipeline_id', () => {
  it('shows one pipeline, its state computed from its statuses', async () => {
    const { project, first, path, list } = await createPipelines();
    const [{ id } = { id: 0 }] = await list('?ref=main');
    await report(project, first.id, 'running', 'main', 'slow');
    const running = expectStatus(await asRoot().get(`${path}/${id}`), 200);
    expect(running).toMatchObject({ status: 'running', finished_at: null, duration: null, coverage: null });
    await report(project, first.id, 'failed', 'main', 'slow');
    expect(expectStatus(await asRoot().get(`${path}/${id}`), 200)).toEqual({
      id,
      sha: first.id,
      ref: 'main',
      status: 'failed',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      web_url: expect.stringMatching(new RegExp(`/pipelines/${id}$`)),
      before_sha: '0'.repeat(40),
      tag: false,
      yaml_errors: null,
      user: expect.objectContaining({ username: 'root' }),
      started_at: expect.any(String),
      finished_at: expect.any(String),
      committed_at: null,
      duration: expect.any(Number),
      coverage: null,
      detailed_status: {
        icon: 'status_failed',
        text: 'failed',
        label: 'failed',
        group: 'failed',
        tooltip: 'failed',
        has_details: true,
        details_path: `/${project.path_with_namespace}/pipelines/${id}`,
      },
    });
    const statuses = `/projects/${project.id}/statuses/${first.id}`;
    expectStatus(await asRoot().post(statuses, { state: 'success', name: 'slow', ref: 'main', coverage: 30 }), 201);
    const repaired = expectStatus(await asRoot().get(`${path}/${id}`), 200);
    expect(repaired).toMatchObject({ status: 'success', coverage: '30.00' });
  });

  it('does not return those of other projects', async () => {
    const { list } = await createPipelines();
    const [{ id } = { id: 0 }] = await list('');
    const other = await createRepository();
    const response = await asRoot().get(`/projects/${other.id}/pipelines/${id}`);
    expect([response.status, response.body]).toEqual([404, { message: '404 Not found' }]);
    expect((await asRoot().get(`/projects/${other.id}/pipelines/999999999`)).status).toBe(404);
  });
});
