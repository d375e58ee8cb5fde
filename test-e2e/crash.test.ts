/**
 * Each process in turn is killed with SIGKILL during writes: no acknowledged write is lost, nothing
 * is done twice, and the mesh recovers.
 */
import { waitFor, unique } from '@forgemesh/testing';
import { waitForExport, importArchive, waitForImport, createArchive } from './support/archives';
import { casesOfRun, itInFullRun } from './support/full-run';
import { git, temporaryFolder, cloneUrl } from './support/git';
import { startMeshOnSharedDatabase, type SeparateMesh } from './support/isolated-mesh';
import { waitForLongTask } from './support/wait-for-long-task';

/** Writes during the crashes, and their responses. */
interface Ledger {
  projects: Map<string, number>;
  commits: string[];
  /** Every unsuccessful response: a status, or `cut` for a broken connection. */
  refusals: (number | 'cut')[];
}

const WRITERS = 3;

describe('kill -9 during writes', () => {
  let own: SeparateMesh;
  let target: number;

  beforeAll(async () => {
    own = await startMeshOnSharedDatabase({}, 'separate');
    const created = await own.root.post('/projects', { name: unique('target') });
    expect(created.status).toBe(201);
    target = created.body.id as number;
  });
  afterAll(() => own?.stop());

  /** Creates projects and commits until stopped. */
  async function write(ledger: Ledger, isDone: () => boolean): Promise<void> {
    for (let round = 0; !isDone(); round++) {
      const name = unique('project');
      const path = `/projects/${target}/repository/commits`;
      const commit = {
        branch: 'main',
        commit_message: name,
        actions: [{ action: 'create', file_path: `files/${name}`, content: name }],
      };
      const [made, committed] = await Promise.all([
        own.root.post('/projects', { name }).catch(() => undefined),
        own.root.post(path, commit).catch(() => undefined),
      ]);
      if (made?.status === 201) ledger.projects.set(name, made.body.id as number);
      else ledger.refusals.push(made?.status ?? 'cut');
      if (committed?.status === 201) ledger.commits.push(committed.body.id as string);
      else ledger.refusals.push(committed?.status ?? 'cut');
    }
  }

  it.each(casesOfRun(['repository'], ['projects', 'settings', 'identity', 'gateway']))('%s is killed', async (name) => {
    const ledger: Ledger = { projects: new Map(), commits: [], refusals: [] };
    let isDone = false;
    const writers = Promise.all(Array.from({ length: WRITERS }, () => write(ledger, () => isDone)));
    try {
      await waitFor(
        async () => ledger.commits.length,
        (count) => count >= 5,
      );
      await own.mesh.processes[name]?.kill();
      const acknowledged = ledger.commits.length;
      await own.mesh.processes[name]?.ready();
      await waitFor(
        async () => ledger.commits.length,
        (count) => count >= acknowledged + 10,
      );
    } finally {
      isDone = true;
      await writers;
    }

    // Only the gateway can cut a connection, and 503 is the only other accepted error.
    expect(ledger.refusals.filter((refusal) => refusal !== 503 && !(name === 'gateway' && refusal === 'cut'))).toEqual(
      [],
    );
    for (const [path, id] of ledger.projects) {
      const project = await own.root.get(`/projects/root%2F${path}`);
      expect(project.body).toMatchObject({ id, path });
    }
    const folder = temporaryFolder('crash');
    await git(
      folder,
      'clone',
      '--quiet',
      '--bare',
      cloneUrl(own.mesh.url, await pathOf(target), own.mesh.rootToken as string),
      'clone.git',
    );
    const history = (await git(`${folder}/clone.git`, 'log', '--format=%H %s', 'main')).split('\n');
    const ids = new Set(history.map((line) => line.slice(0, 40)));
    expect(ledger.commits.filter((id) => !ids.has(id))).toEqual([]);
    const titles = history.map((line) => line.slice(41));
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
    await git(`${folder}/clone.git`, 'fsck', '--full', '--strict');
  });

  itInFullRun.each(['collaboration', 'projects'])(
    'an import continues after %s is killed, without duplicates',
    async (name) => {
      const issues = Array.from({ length: 300 }, (_, at) => ({
        iid: at + 1,
        title: `Issue ${at}`,
        notes: [{ note: 'x' }],
      }));
      const archive = await createArchive([
        { name: 'VERSION', content: '0.2.4' },
        { name: 'tree/project.json', content: '{}' },
        {
          name: 'tree/project/issues.ndjson',
          content: [{ iid: 1, title: '' }, ...issues].map((issue) => JSON.stringify(issue)).join('\n'),
        },
      ]);
      const { body: taken } = await importArchive(own.root, archive, { path: unique('import') });
      await waitFor(
        () => own.root.get(`/projects/${taken.id}/import`),
        ({ body }) => ['started', 'finished'].includes(body.import_status),
      );
      await own.mesh.processes[name]?.kill();
      await own.mesh.processes[name]?.ready();
      expect((await waitForImport(own.root, taken.id as number)).body).toMatchObject({
        import_status: 'finished',
        failed_relations: [{ relation_name: 'issues', line_number: 1 }],
        failed_relation_count: 1,
      });
      const response = await own.root.get(`/projects/${taken.id}/issues?scope=all&per_page=1&sort=desc`);
      expect([response.headers.get('x-total'), response.body[0].user_notes_count]).toEqual(['300', 1]);
      const { body: notes } = await own.root.get(`/projects/${taken.id}/issues/${response.body[0].iid}/notes`);
      expect(notes).toHaveLength(1);
    },
  );

  /** Kills a process and waits until it is ready again. */
  async function killAndRecover(name: string): Promise<void> {
    await own.mesh.processes[name]?.kill();
    await own.mesh.processes[name]?.ready();
  }

  async function createProject(fields: object = {}): Promise<{ id: number; path: string }> {
    const { status, body } = await own.root.post('/projects', {
      name: unique('job'),
      initialize_with_readme: true,
      ...fields,
    });
    expect(status).toBe(201);
    return body as { id: number; path: string };
  }

  /** The only job of a kind for a project, once it reaches a state. */
  async function jobIn(kind: string, state: string, projectId: number): Promise<Record<string, unknown>> {
    const readJobs = () => own.root.get(`/admin/jobs?kind=${kind}&state=${state}&per_page=100`);
    const find = ({ body }: { body: { project_id: number }[] }) => body.filter((job) => job.project_id === projectId);
    const { body } = await waitForLongTask(readJobs, (response) => find(response).length === 1);
    return find({ body })[0] as unknown as Record<string, unknown>;
  }

  itInFullRun.each(['projects', 'repository', 'collaboration'])(
    'an export continues after %s is killed',
    async (name) => {
      const { id } = await createProject();
      expect((await own.root.post(`/projects/${id}/export`)).status).toBe(202);
      await killAndRecover(name);
      await waitForExport(own.root, id);
      const { body } = await own.root.get(`/projects/${id}/export`);
      expect(body.export_status).toBe('finished');
    },
  );

  itInFullRun.each(['repository', 'projects'])('an import from a URL continues after %s is killed', async (name) => {
    const { hostname } = new URL(own.mesh.url);
    await own.root.put('/application/settings', { outbound_local_requests_whitelist: [hostname] });
    const source = await createProject();
    const import_url = cloneUrl(own.mesh.url, await pathOf(source.id), own.mesh.rootToken as string);
    const { body: taken } = await waitFor(
      () => own.root.post('/projects', { name: unique('mirrored'), import_url }),
      ({ status }) => status === 201,
    );
    await killAndRecover(name);
    const { body } = await waitForLongTask(
      () => own.root.get(`/projects/${taken.id}`),
      ({ body: { import_status: status } }) => status === 'finished' || status === 'failed',
    );
    expect(body.import_status).toBe('finished');
    const commits = (id: number) => own.root.get(`/projects/${id}/repository/commits`);
    const [before, after] = [await commits(source.id), await commits(taken.id)];
    expect([after.status, after.body[0].id]).toEqual([200, before.body[0].id]);
  });

  itInFullRun('maintenance continues after repository is killed', async () => {
    const { id } = await createProject();
    expect((await own.root.post(`/projects/${id}/housekeeping`)).status).toBe(201);
    await killAndRecover('repository');
    expect(await jobIn('housekeeping', 'done', id)).toMatchObject({ failures: 0, error: null });
    expect((await own.root.post(`/projects/${id}/housekeeping`)).status).toBe(409);
  });

  itInFullRun('the deletion of a marked project continues after projects is killed', async () => {
    await own.root.put('/application/settings', { deletion_adjourned_period: 7 });
    const { id, path } = await createProjectMarkedForDeletion();
    const retry = () => own.root.post(`/admin/jobs/removal-${id}/retry`);
    const retried = retry().catch(() => undefined);
    await killAndRecover('projects');
    // A job that had not started is requested again; a job that had started is refused or has
    // nothing left to do.
    if ((await retried)?.status !== 200) await waitForLongTask(retry, ({ status }) => [200, 404, 409].includes(status));
    await waitForLongTask(
      () => own.root.get(`/projects/${id}`),
      ({ status }) => status === 404,
    );
    await waitForLongTask(
      () => own.root.post('/projects', { name: path, path }),
      ({ status }) => status === 201,
    );
    await own.root.put('/application/settings', { deletion_adjourned_period: 0 });
  });

  /**
   * Creates a project that is marked for deletion; retried, because projects applies changed
   * settings with a delay.
   */
  async function createProjectMarkedForDeletion(): Promise<{ id: number; path: string }> {
    for (;;) {
      const made = await createProject();
      expect((await own.root.delete(`/projects/${made.id}`)).status).toBe(202);
      const { status, body } = await own.root.get(`/projects/${made.id}`);
      if (status !== 200 || !body.marked_for_deletion_at) continue;
      await jobIn('removal', 'waiting', made.id);
      return made;
    }
  }

  async function pathOf(id: number): Promise<string> {
    return (await own.root.get(`/projects/${id}`)).body.path_with_namespace as string;
  }
});
