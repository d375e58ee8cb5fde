/**
 * A process is killed with SIGKILL while it rebases and merges: each request takes effect exactly
 * once.
 */
import { createProject, type ApiClient } from '@forgemesh/testing';
import { startMeshOnSharedDatabase, type SeparateMesh } from '../support/isolated-mesh';
import { waitForLongTask } from '../support/wait-for-long-task';

describe('kill -9 during rebases and merges', () => {
  let own: SeparateMesh;
  let root: ApiClient;

  beforeAll(async () => {
    own = await startMeshOnSharedDatabase({}, 'separate');
    ({ root } = own);
  });
  afterAll(() => own?.stop());

  /**
   * Creates a project whose branch `feature` has one commit that `main` lacks, and a merge request
   * between them.
   */
  async function createDivergedProject(): Promise<{ path: string; url: string; head: string }> {
    const project = await createProject(root);
    const path = `/projects/${project.id}`;
    await commit(path, { branch: 'main' }, 'README.md');
    const head = await commit(path, { branch: 'feature', start_branch: 'main' }, 'one.txt');
    const branches = { source_branch: 'feature', target_branch: 'main' };
    const made = await root.post(`${path}/merge_requests`, { title: 'Take it', ...branches });
    expect(made.status).toBe(201);
    return { path, url: `${path}/merge_requests/${made.body.iid}`, head };
  }

  async function commit(path: string, place: object, name: string): Promise<string> {
    const actions = [{ action: 'create', file_path: name, content: name }];
    const made = await root.post(`${path}/repository/commits`, { ...place, commit_message: `Add ${name}`, actions });
    expect(made.status).toBe(201);
    return made.body.id as string;
  }

  const titles = async (path: string, ref: string): Promise<string[]> => {
    const { body } = await root.get(`${path}/repository/commits?ref_name=${ref}`);
    return (body as { title: string }[]).map(({ title }) => title);
  };

  it.each(['collaboration', 'repository'])('%s is killed', async (name) => {
    const [stale, waiting] = [await createDivergedProject(), await createDivergedProject()];
    const tip = await commit(stale.path, { branch: 'main' }, 'other.txt');
    const setStatus = (state: string) =>
      root.post(`${waiting.path}/statuses/${waiting.head}`, { state, ref: 'feature' });
    expect((await setStatus('running')).status).toBe(201);
    expect((await root.put(`${waiting.url}/merge`, { merge_when_pipeline_succeeds: true })).status).toBe(200);

    const begun = await Promise.all([root.put(`${stale.url}/rebase`), setStatus('success')]);
    expect(begun.map(({ status }) => status)).toEqual([202, 201]);
    await own.mesh.processes[name]?.kill();
    await own.mesh.processes[name]?.ready();

    const { body: rebased } = await waitForLongTask(
      () => root.get(`${stale.url}?include_rebase_in_progress=true`),
      ({ body }) => body.rebase_in_progress === false,
    );
    expect(rebased).toMatchObject({ merge_error: null, state: 'opened', diff_refs: { base_sha: tip } });
    expect(await titles(stale.path, 'feature')).toEqual(['Add one.txt', 'Add other.txt', 'Add README.md']);

    const { body: merged } = await waitForLongTask(
      () => root.get(waiting.url),
      ({ body }) => body.state === 'merged',
    );
    expect(merged).toMatchObject({ merge_error: null, sha: waiting.head });
    // Commits of the same second have no order.
    const [newest, ...others] = await titles(waiting.path, 'main');
    expect([newest, ...others.sort()]).toEqual(["Merge branch 'feature' into 'main'", 'Add README.md', 'Add one.txt']);
  });

  it.each(['collaboration', 'repository'])(
    '%s is killed during merges: no client gets a conflict with their own merge',
    async (name) => {
      const made = await Promise.all(Array.from({ length: 4 }, createDivergedProject));
      const responses = Promise.all(made.map(({ url }) => root.put(`${url}/merge`)));
      // Failures are reported when it is awaited below.
      responses.catch(() => undefined);
      // Waits until one of them has started.
      await waitForLongTask(
        () => Promise.all(made.map(({ url }) => root.get(url))),
        (all) => all.some(({ body }) => body.state !== 'opened'),
      );
      await own.mesh.processes[name]?.kill();
      await own.mesh.processes[name]?.ready();
      for (const [at, { status, body }] of (await responses).entries()) {
        // If the process was unavailable for longer than a write waits, the client gets 503.
        expect([200, 503]).toContain(status);
        if (status === 200) expect(body).toMatchObject({ state: 'merged', merge_error: null });
        const { path } = made[at] as { path: string };
        const merges = (await titles(path, 'main')).filter((title) => title.startsWith('Merge branch'));
        if (status === 200) expect(merges).toHaveLength(1);
      }
    },
  );
});
