/**
 * An instance whose repositories are on two storages, each served by a separate process: projects
 * work on both, and across them.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { connectDatabase } from '@forgemesh/data';
import { createMetrics } from '@forgemesh/telemetry';
import {
  api,
  waitFor,
  mesh as sharedMesh,
  unique,
  createGroup,
  type ApiClient,
  type ApiResponse,
} from '@forgemesh/testing';
import { startMesh, startNats, type Mesh, type Nats } from '../scripts/test/mesh.cjs';
import { exportProject, importArchive, waitForImport } from './support/archives';
import { cloneUrl, git, gitFailure, temporaryFolder } from './support/git';
import { FORGE_EVENT_ACK_WAIT_SECONDS } from './support/isolated-mesh';
import { describeInFullRun, itInFullRun } from './support/full-run';
import { waitForLongTask } from './support/wait-for-long-task';

interface Project {
  id: number;
  path_with_namespace: string;
  default_branch: string | null;
  repository_storage: string;
}

type StorageName = 'default' | 'second';

const storages: StorageName[] = ['default', 'second'];
const processOf = { default: 'repository', second: 'repository-second' } as const;

describe('several storages', () => {
  const dataDir = temporaryFolder('storages');
  const databasePrefix = unique('storages').replace('-', '_');
  let nats: Nats;
  let mesh: Mesh;
  let root: ApiClient;

  beforeAll(async () => {
    nats = await startNats({ dataDir });
    mesh = await startMesh({
      dataDir,
      storageUri: sharedMesh().mongodbUri,
      natsUrl: nats.url,
      storages,
      databasePrefix,
      env: { FORGE_EVENT_ACK_WAIT_SECONDS, FORGE_STORAGE_WAIT_TIMEOUT_SECONDS: '3' },
    });
    root = api(mesh.rootToken, mesh.url);
    const opened = () => root.put('/application/settings', { allow_local_requests_from_web_hooks_and_services: true });
    await waitFor(opened, ({ status }) => status === 200);
  });
  afterAll(async () => {
    await mesh?.stop();
    await nats?.stop();
  });

  /** Sets the storages of new projects. */
  async function useStorages(...names: StorageName[]): Promise<void> {
    const { status, body } = await root.put('/application/settings', { repository_storages: names });
    expect({ status, storages: body.repository_storages }).toEqual({ status: 200, storages: names });
  }

  /**
   * Creates a project on a storage; retried, because the services apply the setting with a delay.
   */
  async function createProject(storage: StorageName, fields: object = {}): Promise<Project> {
    await useStorages(storage);
    const { body } = await waitFor(
      () => root.post('/projects', { name: unique(storage), visibility: 'public', ...fields }),
      (made) => made.status === 201 && made.body.repository_storage === storage,
    );
    return body as Project;
  }

  function urlOf({ path_with_namespace: path }: Project, suffix = ''): string {
    return cloneUrl(mesh.url, `${path}${suffix}`, mesh.rootToken as string);
  }

  /** Creates a working tree with a commit on `trunk` and pushes it with a tag. */
  async function pushTo(project: Project): Promise<string> {
    const work = temporaryFolder('work');
    await git(work, 'init', '-q', '-b', 'trunk');
    await git(work, 'remote', 'add', 'origin', urlOf(project));
    await commit(work, 'first');
    await git(work, 'tag', '-a', '-m', 'First', 'v1');
    await git(work, 'push', '-q', 'origin', 'trunk', 'v1');
    return work;
  }

  async function commit(work: string, name: string): Promise<string> {
    writeFileSync(join(work, name), unique(name));
    await git(work, 'add', '-A');
    await git(work, 'commit', '-q', '-m', `Add ${name}`);
    return git(work, 'rev-parse', 'HEAD');
  }

  function commitBy(project: Project, branch: string, fields: object = {}): Promise<ApiResponse> {
    const file_path = unique('file');
    const actions = [{ action: 'create', file_path, content: file_path }];
    return root.post(`/projects/${project.id}/repository/commits`, {
      branch,
      commit_message: `Add ${file_path}`,
      actions,
      ...fields,
    });
  }

  /** Creates a fresh clone and verifies all its objects. */
  async function cloneOf(project: Project, suffix = ''): Promise<string> {
    const folder = temporaryFolder('clone');
    await git(folder, 'clone', '-q', urlOf(project, suffix), '.');
    await git(folder, 'fsck', '--strict');
    return folder;
  }

  /** Names of the repository folders that a process has for a storage. */
  function foldersOf(storage: StorageName, on: StorageName): string[] {
    const below = (folder: string): string[] =>
      existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
    const hashed = below(join(dataDir, processOf[on], 'repositories', storage, '@hashed'));
    const repositories = hashed.flatMap((folder) => below(folder)).flatMap((folder) => below(folder));
    return repositories.filter((name) => name.endsWith('.git'));
  }

  it('refuses a storage that is not configured', async () => {
    const refused = await root.put('/application/settings', { repository_storages: ['moon'] });
    expect(refused).toMatchObject({ status: 400, body: { message: { repository_storages: ["can't include: moon"] } } });
  });

  it.each(storages)('a project on %s accepts pushes, clones, commits and wiki pages', async (storage) => {
    const project = await createProject(storage);
    const before = foldersOf(storage, storage).length;
    const work = await pushTo(project);
    const made = await commitBy(project, 'trunk');
    expect(made.status).toBe(201);
    const page = await root.post(`/projects/${project.id}/wikis`, { title: 'Home', content: 'Welcome' });
    expect(page.status).toBe(201);
    const clone = await cloneOf(project);
    expect(await git(clone, 'rev-parse', 'HEAD')).toBe(made.body.id);
    expect(await git(clone, 'rev-parse', 'v1^{}')).toBe(await git(work, 'rev-parse', 'HEAD'));
    expect(await git(await cloneOf(project, '.wiki'), 'ls-files')).toBe('Home.md');
    expect((await root.get(`/projects/${project.id}`)).body.default_branch).toBe('trunk');
    expect(foldersOf(storage, storage).length).toBe(before + 2);
    // The process that serves the storage does the work after a push, regardless of which process
    // received the event.
    await waitFor(
      () => root.get(`/projects/${project.id}?statistics=true`),
      ({ body }) => body.statistics.commit_count === 2 && body.statistics.wiki_size > 0,
    );
    const tidied = await root.post(`/projects/${project.id}/housekeeping`);
    expect(tidied.status).toBe(201);
  });

  it('keeps each repository on its storage only', () => {
    expect([foldersOf('second', 'default'), foldersOf('default', 'second')]).toEqual([[], []]);
  });

  itInFullRun('merges on the second storage', async () => {
    const project = await createProject('second');
    await pushTo(project);
    expect((await commitBy(project, 'topic', { start_branch: 'trunk' })).status).toBe(201);
    const fields = { title: 'A change', source_branch: 'topic', target_branch: 'trunk', remove_source_branch: true };
    const { body: request } = await root.post(`/projects/${project.id}/merge_requests`, fields);
    const at = `/projects/${project.id}/merge_requests/${request.iid}`;
    expect((await root.get(`${at}/changes`)).body.changes).toHaveLength(1);
    const merged = await root.put(`${at}/merge`, { should_remove_source_branch: true });
    expect(merged).toMatchObject({ status: 200, body: { state: 'merged' } });
    const tip = await root.get(`/projects/${project.id}/repository/branches/trunk`);
    expect(tip.body.commit.id).toBe(merged.body.merge_commit_sha);
    // An event deletes the branch, not the request.
    await waitFor(
      () => root.get(`/projects/${project.id}/repository/branches/topic`),
      ({ status }) => status === 404,
    );
  });

  describeInFullRun.each([
    ['second', 'default'],
    ['default', 'second'],
  ] as const)('a project on %s and its fork on %s', (home, other) => {
    let source: Project;
    let fork: Project;
    let work: string;

    beforeAll(async () => {
      source = await createProject(home);
      work = await pushTo(source);
      const group = await createGroup(root, { visibility: 'public' });
      await useStorages(other);
      // The services apply the setting with a delay.
      await createProject(other);
      const made = await root.post(`/projects/${source.id}/fork`, { namespace: group.id });
      expect(made).toMatchObject({ status: 201, body: { repository_storage: other, import_status: 'finished' } });
      fork = made.body as Project;
    });

    it('the fork has the data of its source', async () => {
      expect(fork.default_branch).toBe('trunk');
      const clone = await cloneOf(fork);
      expect(await git(clone, 'rev-parse', 'HEAD', 'v1^{}')).toBe(await git(work, 'rev-parse', 'HEAD', 'v1^{}'));
      expect(await git(clone, 'symbolic-ref', '--short', 'HEAD')).toBe('trunk');
    });

    it('are compared, without copying objects between them', async () => {
      const { body: change } = await commitBy(fork, 'topic', { start_branch: 'trunk' });
      const across = await root.get(
        `/projects/${fork.id}/repository/compare?from=trunk&to=topic&from_project_id=${source.id}`,
      );
      expect(across).toMatchObject({ status: 200, body: { commit: { id: change.id }, compare_same_ref: false } });
      expect(across.body.diffs).toHaveLength(1);
      expect((await root.get(`/projects/${source.id}/repository/commits/${change.id}`)).status).toBe(404);
      const left = readdirSync(join(dataDir, processOf[other], 'peer-storages'));
      expect(left).toEqual([]);
    });

    it('a commit in the fork builds on new commits of its source', async () => {
      const head = await commit(work, 'second');
      await git(work, 'push', '-q', 'origin', 'trunk');
      const made = await commitBy(fork, 'follow', { start_branch: 'trunk', start_project: source.id });
      expect(made).toMatchObject({ status: 201, body: { parent_ids: [head] } });
      await git(await cloneOf(fork), 'rev-parse', '--verify', 'origin/follow');
    });

    it('a merge request from the fork is compared, rebased and merged', async () => {
      const made = await root.post(`/projects/${fork.id}/merge_requests`, {
        title: 'From afar',
        source_branch: 'topic',
        target_branch: 'trunk',
        target_project_id: source.id,
      });
      expect(made.status).toBe(201);
      const at = `/projects/${source.id}/merge_requests/${made.body.iid}`;
      expect((await root.get(`${at}/changes`)).body.changes).toHaveLength(1);
      expect((await commitBy(fork, 'topic')).status).toBe(201);
      expect((await root.get(`${at}/commits`)).body).toHaveLength(2);
      expect((await root.put(`${at}/rebase`)).status).toBe(202);
      const rebased = await waitFor(
        () => root.get(`${at}?include_rebase_in_progress=true&include_diverged_commits_count=true`),
        ({ body }) => body.rebase_in_progress === false && body.diverged_commits_count === 0,
      );
      expect(rebased.body).toMatchObject({ merge_error: null, state: 'opened' });
      const merged = await root.put(`${at}/merge`, { should_remove_source_branch: true });
      expect(merged).toMatchObject({ status: 200, body: { state: 'merged' } });
      expect(await git(await cloneOf(source), 'rev-parse', 'HEAD')).toBe(merged.body.merge_commit_sha);
      await waitFor(
        () => root.get(`/projects/${fork.id}/repository/branches/topic`),
        ({ status }) => status === 404,
      );
    });
  });

  itInFullRun.each(storages)(
    'a project deleted on %s leaves nothing behind, regardless of the process that receives the event',
    async (storage) => {
      const kept = await createProject(storage);
      await pushTo(kept);
      const before = foldersOf(storage, storage).sort();
      const made: Project[] = [];
      for (let count = 0; count < 3; count++) made.push(await createProject(storage));
      for (const project of made) await pushTo(project);
      expect(foldersOf(storage, storage)).toHaveLength(before.length + made.length);
      for (const { id } of made) expect((await root.delete(`/projects/${id}`)).status).toBe(202);
      await waitFor(
        async () => foldersOf(storage, storage).sort().join(),
        (now) => now === before.join(),
      );
      expect((await root.get(`/projects/${kept.id}/repository/branches/trunk`)).status).toBe(200);
    },
  );

  itInFullRun('mirrors from one storage to the other, by push and by pull', async () => {
    const [from, to] = [await createProject('second'), await createProject('default')];
    const mirror = { url: urlOf(to), enabled: true };
    expect((await root.post(`/projects/${from.id}/remote_mirrors`, mirror)).status).toBe(201);
    const work = await pushTo(from);
    const tip = await git(work, 'rev-parse', 'HEAD');
    await waitForLongTask(
      () => root.get(`/projects/${to.id}/repository/branches/trunk`),
      ({ status, body }) => status === 200 && body.commit.id === tip,
    );
    const imported = await createProject('second', { import_url: urlOf(to) });
    const ended = await waitForLongTask(
      () => root.get(`/projects/${imported.id}`),
      ({ body }) => ['finished', 'failed'].includes(body.import_status as string),
    );
    expect(ended.body).toMatchObject({ import_status: 'finished', default_branch: 'trunk' });
    expect(await git(await cloneOf(imported), 'rev-parse', 'HEAD')).toBe(tip);
  });

  itInFullRun('a project is exported from one storage and imported into the other', async () => {
    const project = await createProject('second');
    const work = await pushTo(project);
    const archive = await exportProject(root, mesh.rootToken as string, mesh.url, project.id);
    await createProject('default');
    const started = await importArchive(root, archive, { path: unique('imported') });
    expect(started.status).toBe(201);
    expect((await waitForImport(root, started.body.id as number)).body.import_status).toBe('finished');
    const { body: imported } = await root.get(`/projects/${started.body.id}`);
    expect(imported.repository_storage).toBe('default');
    expect(await git(await cloneOf(imported as Project), 'rev-parse', 'HEAD')).toBe(
      await git(work, 'rev-parse', 'HEAD'),
    );
  });

  describeInFullRun('a project that is moved', () => {
    const elsewhere = { default: 'second', second: 'default' } as const;
    const readOnly = 'The repository is temporarily read-only. Please try again later.';

    /** Names of the folders of a project on a storage. */
    function foldersOfProject({ id }: Project, storage: StorageName): string[] {
      const hash = createHash('sha256').update(String(id)).digest('hex');
      return foldersOf(storage, storage).filter((name) => basename(name).startsWith(hash));
    }

    function requestMove(project: Project, storage: StorageName): Promise<ApiResponse> {
      return root.put(`/projects/${project.id}`, { repository_storage: storage });
    }

    async function jobsOf(project: Project): Promise<{ id: string; state: string; error: string | null }[]> {
      const { body } = await root.get('/admin/jobs?kind=storage_move&per_page=100');
      return (body as { id: string; project_id: number; state: string; error: string | null }[]).filter(
        ({ project_id }) => project_id === project.id,
      );
    }

    /**
     * Waits until a move makes the project read-only. This state is short, so a slow test may miss
     * it.
     */
    async function waitUntilReadOnly(project: Project): Promise<void> {
      await waitForLongTask(
        async () => (await commitBy(project, 'trunk')).status !== 201 || (await jobsOf(project))[0]?.state === 'done',
        Boolean,
      );
    }

    /**
     * Waits until the last move of a project is done, and checks the location of its repositories.
     */
    async function waitForMove(project: Project, storage: StorageName): Promise<void> {
      const [job] = await waitForLongTask(
        () => jobsOf(project),
        ([last]) => last?.state === 'done' || last?.state === 'failed',
      );
      expect(job).toMatchObject({ state: 'done', error: null });
      expect((await root.get(`/projects/${project.id}`)).body.repository_storage).toBe(storage);
      expect(foldersOfProject(project, elsewhere[storage])).toEqual([]);
      expect(foldersOfProject(project, storage)).not.toEqual([]);
    }

    async function move(project: Project, storage: StorageName): Promise<void> {
      expect((await requestMove(project, storage)).status).toBe(200);
      await waitForMove(project, storage);
    }

    function refsOf(project: Project, suffix = ''): Promise<string> {
      return git('/', 'ls-remote', urlOf(project, suffix));
    }

    async function expectWhole(project: Project): Promise<void> {
      await git(await cloneOf(project), 'fsck', '--full', '--strict');
      const folders = storages.flatMap((storage) => foldersOfProject(project, storage));
      for (const folder of folders) expect(await git(folder, 'fsck', '--full', '--strict', '--no-dangling')).toBe('');
    }

    async function expectWritable(project: Project, branch = 'trunk'): Promise<void> {
      const made = await commitBy(project, branch);
      expect(made.status).toBe(201);
      expect((await root.get(`/projects/${project.id}/repository/branches/${branch}`)).body.commit.id).toBe(
        made.body.id,
      );
    }

    /** Creates a project whose copy takes some time. */
    async function createLargeProject(storage: StorageName): Promise<Project> {
      const project = await createProject(storage);
      const work = await pushTo(project);
      writeFileSync(join(work, 'large'), randomBytes(30 * 1024 * 1024));
      await commit(work, 'second');
      await git(work, 'push', '-q', 'origin', 'trunk');
      return project;
    }

    it('moves with all its data while it is cloned, and its fork stays intact', async () => {
      const project = await createProject('default');
      const work = await pushTo(project);
      expect((await commitBy(project, 'topic', { start_branch: 'trunk' })).status).toBe(201);
      expect((await root.post(`/projects/${project.id}/wikis`, { title: 'Home', content: 'Welcome' })).status).toBe(
        201,
      );
      const fields = { title: 'A change', source_branch: 'topic', target_branch: 'trunk' };
      const { body: request } = await root.post(`/projects/${project.id}/merge_requests`, fields);
      const at = `/projects/${project.id}/merge_requests/${request.iid}`;
      await waitFor(
        () => refsOf(project),
        (refs) => refs.includes(`refs/merge-requests/${request.iid}/merge`),
      );
      const group = await createGroup(root);
      const fork = (await root.post(`/projects/${project.id}/fork`, { namespace: group.id })).body as Project;
      expect(fork).toMatchObject({ repository_storage: 'default', import_status: 'finished' });
      const before = [await refsOf(project), await refsOf(project, '.wiki'), await refsOf(fork)];

      let isMoving = true;
      const cloning = (async (): Promise<number> => {
        for (let clones = 1; ; clones++) {
          await cloneOf(project);
          if (!isMoving) return clones;
        }
      })();
      const response = await requestMove(project, 'second');
      expect(response).toMatchObject({ status: 200, body: { repository_storage: 'default' } });
      await waitForMove(project, 'second');
      isMoving = false;
      expect(await cloning).toBeGreaterThan(0);

      expect(foldersOfProject(project, 'second')).toHaveLength(2);
      expect([await refsOf(project), await refsOf(project, '.wiki'), await refsOf(fork)]).toEqual(before);
      for (const each of [project, fork]) await expectWhole(each);
      expect((await root.get(`/projects/${project.id}/wikis/Home`)).status).toBe(200);
      expect((await root.get(`${at}/changes`)).body.changes).toHaveLength(1);
      expect(await root.put(`${at}/merge`)).toMatchObject({ status: 200, body: { state: 'merged' } });
      await git(work, 'pull', '-q', 'origin', 'trunk');
      await commit(work, 'after');
      await git(work, 'push', '-q', 'origin', 'trunk');
      await expectWritable(project);
      // The first commit, that of the branch, the merge, and the two commits above.
      await waitFor(
        () => root.get(`/projects/${project.id}?statistics=true`),
        ({ body }) => body.statistics.commit_count === 5 && body.statistics.wiki_size > 0,
      );
      expect((await root.post(`/projects/${project.id}/wikis`, { title: 'More', content: 'x' })).status).toBe(201);

      await move(fork, 'second');
      await expectWhole(fork);
      await expectWritable(fork);
      await move(project, 'default');
      await expectWhole(project);
      await expectWritable(project);
    });

    it('moves without the bundle that speeds up its clones', async () => {
      const project = await createProject('default');
      await pushTo(project);
      const [folder = ''] = foldersOfProject(project, 'default');
      mkdirSync(join(folder, 'clone-bundles'));
      const bundle = join(folder, 'clone-bundles', `${'0'.repeat(32)}.bundle`);
      await git(folder, 'bundle', 'create', '-q', bundle, '--tags', 'HEAD', 'refs/heads/trunk');
      const discover = async (): Promise<string> => {
        const target = `${mesh.url}/${project.path_with_namespace}.git/info/refs?service=git-upload-pack`;
        return (await fetch(target, { headers: { 'git-protocol': 'version=2' } })).text();
      };
      expect(await discover()).toContain('bundle-uri');
      await move(project, 'second');
      expect(await discover()).not.toContain('bundle-uri');
      const [moved = ''] = foldersOfProject(project, 'second');
      expect(existsSync(join(moved, 'clone-bundles'))).toBe(false);
      await expectWhole(project);
    });

    it('is on the storage requested last', async () => {
      const project = await createProject('default');
      await pushTo(project);
      for (const storage of ['second', 'default', 'second'] as const)
        expect((await requestMove(project, storage)).status).toBe(200);
      await waitForMove(project, 'second');
      await expectWritable(project);
      const moves = await jobsOf(project);
      expect((await requestMove(project, 'second')).status).toBe(200);
      expect(await jobsOf(project)).toEqual(moves);
    });

    it('works without a repository', async () => {
      const project = await createProject('second');
      expect((await requestMove(project, 'default')).status).toBe(200);
      await waitForLongTask(
        () => jobsOf(project),
        ([job]) => job?.state === 'done',
      );
      expect((await root.get(`/projects/${project.id}`)).body.repository_storage).toBe('default');
      await pushTo(project);
      expect([foldersOfProject(project, 'second'), foldersOfProject(project, 'default').length]).toEqual([[], 1]);
    });

    it('is read-only during the move, for git and the API', async () => {
      const project = await createProject('default');
      const work = await pushTo(project);
      await commit(work, 'second');
      // The move waits for the running push.
      const database = await connectDatabase({
        uri: sharedMesh().mongodbUri,
        database: `${databasePrefix}_repository`,
        metrics: createMetrics('test'),
      });
      const log = database.collection<{ _id: string }>('ref_log');
      const late = { id: 1, ref: 'refs/heads/late', before: '0'.repeat(40), after: '1'.repeat(40) };
      const seq = 1_000;
      const _id = `${project.id}:project:${seq}`;
      await log.insertOne({
        _id,
        version: 1,
        project_id: project.id,
        storage: 'default',
        kind: 'project',
        seq,
        push_id: 'x',
        refs: [late],
        refs_count: 1,
        push_options: [],
        created_at: new Date(),
        open_at: new Date(),
      } as { _id: string });
      await requestMove(project, 'second');
      const refused = await waitForLongTask(
        () => commitBy(project, unique('topic'), { start_branch: 'trunk' }),
        ({ status }) => status !== 201,
      );
      expect(refused).toMatchObject({ status: 503, body: { message: readOnly } });
      expect(await gitFailure(work, 'push', 'origin', 'trunk')).toContain(readOnly);
      expect((await root.get(`/projects/${project.id}/repository/branches/trunk`)).status).toBe(200);
      await cloneOf(project);
      expect((await root.get(`/projects/${project.id}`)).body.repository_storage).toBe('default');
      await log.deleteOne({ _id });
      await database.close();
      await waitForMove(project, 'second');
      await git(work, 'push', '-q', 'origin', 'trunk');
      await expectWhole(project);
      await expectWritable(project);
    });

    it.each(['repository-second', 'projects', 'repository'])('arrives although %s is killed', async (name) => {
      const project = await createLargeProject('default');
      await requestMove(project, 'second');
      await waitUntilReadOnly(project);
      await mesh.processes[name]?.kill();
      await mesh.processes[name]?.ready();
      await waitForMove(project, 'second');
      await expectWhole(project);
      await expectWritable(project);
    });

    it('stays where it is and accepts writes if its copy fails, and moves when the cause is fixed', async () => {
      const project = await createProject('default');
      await pushTo(project);
      const [folder] = foldersOfProject(project, 'default');
      const broken = join(String(folder), 'refs/heads/broken');
      writeFileSync(broken, `${'1'.repeat(40)}\n`);
      await requestMove(project, 'second');
      const [failed] = await waitForLongTask(
        () => jobsOf(project),
        ([job]) => job?.state === 'failed',
      );
      expect(failed?.error).toBe('The repository is damaged and has to be mended first');
      expect((await root.get(`/projects/${project.id}`)).body.repository_storage).toBe('default');
      expect(foldersOfProject(project, 'second')).toEqual([]);
      await expectWritable(project);
      rmSync(broken);
      expect((await root.post(`/admin/jobs/${failed?.id}/retry`)).status).toBe(200);
      await waitForMove(project, 'second');
      await expectWritable(project);
    });

    it('stays where it is while the other storage is offline, until the move is cancelled', async () => {
      const project = await createProject('default');
      await pushTo(project);
      await mesh.processes['repository-second']?.stop();
      await requestMove(project, 'second');
      const cancelled = await waitForLongTask(
        async () => {
          const [job] = await jobsOf(project);
          return root.post(`/admin/jobs/${job?.id}/cancel`);
        },
        ({ status }) => status === 200,
      );
      expect(cancelled.body).toMatchObject({ kind: 'storage_move', state: 'failed' });
      await expectWritable(project);
      await mesh.processes['repository-second']?.restart();
      expect((await root.get(`/projects/${project.id}`)).body.repository_storage).toBe('default');
    });

    it('leaves nothing behind when it is deleted during the move', async () => {
      const project = await createLargeProject('default');
      await requestMove(project, 'second');
      await waitUntilReadOnly(project);
      expect((await root.delete(`/projects/${project.id}`)).status).toBe(202);
      await waitForLongTask(
        async () => [...foldersOfProject(project, 'default'), ...foldersOfProject(project, 'second')],
        (folders) => folders.length === 0,
      );
      await waitForLongTask(
        () => jobsOf(project),
        ([job]) => job?.state === 'done' || job?.state === 'failed',
      );
      expect([...foldersOfProject(project, 'default'), ...foldersOfProject(project, 'second')]).toEqual([]);
    });
  });

  describeInFullRun.each([
    ['second', 'default'],
    ['default', 'second'],
  ] as const)('while %s is offline', (lost, alive) => {
    let there: Project;
    let here: Project;
    let doomed: Project;
    let tip: string;
    let folders: string[];

    beforeAll(async () => {
      there = await createProject(lost);
      tip = await git(await pushTo(there), 'rev-parse', 'HEAD');
      folders = foldersOf(lost, lost).sort();
      doomed = await createProject(lost);
      await pushTo(doomed);
      here = await createProject(alive);
      await mesh.processes[processOf[lost]]?.stop();
    });

    it('its projects report it, and still exist', async () => {
      const refused = { status: 503, body: { message: '503 Service Unavailable' } };
      expect(await root.get(`/projects/${there.id}/repository/branches`)).toMatchObject(refused);
      expect(await commitBy(there, 'trunk')).toMatchObject(refused);
      expect(await gitFailure('/', 'ls-remote', urlOf(there))).toContain('503');
      expect((await root.get(`/projects/${there.id}`)).status).toBe(200);
      expect((await root.delete(`/projects/${doomed.id}`)).status).toBe(202);
    });

    it('all others continue, with their effects', async () => {
      await pushTo(here);
      expect((await commitBy(here, 'trunk')).status).toBe(201);
      await waitFor(
        () => root.get(`/projects/${here.id}?statistics=true`),
        ({ body }) => body.statistics.commit_count === 2,
      );
      expect((await createProject(alive, { initialize_with_readme: true })).repository_storage).toBe(alive);
    });

    it('nothing is lost when it is back, and requests during the outage are completed', async () => {
      await mesh.processes[processOf[lost]]?.restart();
      const found = await waitFor(
        () => root.get(`/projects/${there.id}/repository/branches/trunk`),
        ({ status }) => status === 200,
      );
      expect(found.body.commit.id).toBe(tip);
      const made = await commitBy(there, 'trunk');
      expect(made).toMatchObject({ status: 201, body: { parent_ids: [tip] } });
      await waitForLongTask(
        async () => foldersOf(lost, lost).sort().join(),
        (now) => now === folders.join(),
      );
    });
  });
});
