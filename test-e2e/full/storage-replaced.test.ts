/**
 * The process of a storage is replaced under load, as in a rolling update, without refused
 * requests. A storage that stays offline does not delay others.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, waitFor, mesh as sharedMesh, unique, type ApiClient, type ApiResponse } from '@forgemesh/testing';
import { startMesh, startNats, type Mesh, type Nats } from '../../scripts/test/mesh.cjs';
import { cloneUrl, git, gitFailure, temporaryFolder } from '../support/git';

interface Project {
  id: number;
  path_with_namespace: string;
}

/** Work that continues until stopped, and its failures. */
interface Load {
  done: Record<string, number>;
  failed: string[];
  end(): Promise<void>;
}

const READERS = 2;
const storages = ['default', 'second'];

describe('the process of a storage', () => {
  const dataDir = temporaryFolder('replaced');
  let nats: Nats;
  let mesh: Mesh;
  let root: ApiClient;
  const projects: Project[] = [];

  beforeAll(async () => {
    nats = await startNats({ dataDir });
    mesh = await startMesh({
      dataDir,
      storageUri: sharedMesh().mongodbUri,
      natsUrl: nats.url,
      storages,
      env: { FORGE_STORAGE_WAIT_TIMEOUT_SECONDS: '20' },
      databasePrefix: unique('replaced').replace('-', '_'),
    });
    root = api(mesh.rootToken, mesh.url);
    for (const storage of storages) projects.push(await createProject(storage));
  });
  afterAll(async () => {
    await mesh?.stop();
    await nats?.stop();
  });

  /** Creates a project with a commit on `main` and a merge request. */
  async function createProject(storage: string): Promise<Project> {
    await waitFor(
      () => root.put('/application/settings', { repository_storages: [storage] }),
      ({ status }) => status === 200,
    );
    const { body: project } = await waitFor(
      () => root.post('/projects', { name: unique(storage) }),
      (made) => made.status === 201 && made.body.repository_storage === storage,
    );
    expect((await commitTo(project, 'main')).status).toBe(201);
    expect((await commitTo(project, 'topic', { start_branch: 'main' })).status).toBe(201);
    const { status } = await root.post(`/projects/${project.id}/merge_requests`, {
      source_branch: 'topic',
      target_branch: 'main',
      title: 'A request',
    });
    expect(status).toBe(201);
    return project;
  }

  function commitTo({ id }: Project, branch: string, fields: object = {}): Promise<ApiResponse> {
    const file_path = unique('file');
    const actions = [{ action: 'create', file_path, content: file_path }];
    return root.post(`/projects/${id}/repository/commits`, { branch, commit_message: file_path, actions, ...fields });
  }

  /** Reads, writes, pushes and clones continuously. */
  function startLoad(project: Project): Load {
    const done: Record<string, number> = {};
    const failed: string[] = [];
    let isDone = false;
    const at = `/projects/${project.id}`;
    const repeat = async (what: string, work: () => Promise<unknown>): Promise<void> => {
      while (!isDone) {
        try {
          await work();
          done[what] = (done[what] ?? 0) + 1;
        } catch (error) {
          failed.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
    };
    const expectStatus = async (response: Promise<ApiResponse>, expected: number): Promise<ApiResponse> => {
      const { status, body } = await response;
      if (status !== expected) throw new Error(`${status} ${JSON.stringify(body)}`);
      return response;
    };
    const url = cloneUrl(mesh.url, project.path_with_namespace, mesh.rootToken as string);
    const work = temporaryFolder('work');
    const branch = unique('pushed');
    const push = async (): Promise<void> => {
      const name = unique('file');
      writeFileSync(join(work, name), name);
      await git(work, 'add', '-A');
      await git(work, 'commit', '-q', '-m', name);
      await git(work, 'push', '-q', url, `HEAD:${branch}`);
    };
    const all = Promise.all([
      ...Array.from({ length: READERS }, () =>
        repeat('read', () => expectStatus(root.get(`${at}/repository/commits`), 200)),
      ),
      repeat('read through another service', () => expectStatus(root.get(`${at}/merge_requests/1/changes`), 200)),
      repeat('download', () => expectStatus(root.get(`${at}/repository/archive.tar.gz`), 200)),
      repeat('commit', () => expectStatus(commitTo(project, 'main'), 201)),
      repeat('issue', () => expectStatus(root.post(`${at}/issues`, { title: unique('issue') }), 201)),
      git(work, 'init', '-q', '-b', 'main').then(() => repeat('push', push)),
      repeat('clone', () => git('/', 'clone', '-q', '--depth', '1', url, temporaryFolder('clone'))),
    ]);
    return {
      done,
      failed,
      async end() {
        isDone = true;
        await all;
      },
    };
  }

  it('is replaced twice without a failed request or git command', async () => {
    const [project] = projects as [Project, Project];
    const load = startLoad(project);
    const kinds = 7;
    /** Waits until each kind of work has been done once more. */
    const waitForProgress = async (): Promise<void> => {
      const before = { ...load.done };
      await waitFor(
        async () => Object.entries(load.done).filter(([what, count]) => count > (before[what] ?? 0)).length,
        (count) => count === kinds || load.failed.length > 0,
      );
    };
    try {
      await waitForProgress();
      for (let time = 0; time < 2; time++) {
        await mesh.processes['repository']?.restart();
        await waitForProgress();
      }
    } finally {
      await load.end();
    }
    expect(load.failed).toEqual([]);
    // The first commit and each acknowledged one, exactly once.
    const work = temporaryFolder('history');
    await git(work, 'clone', '-q', cloneUrl(mesh.url, project.path_with_namespace, mesh.rootToken as string), '.');
    expect(await git(work, 'rev-list', '--count', 'origin/main')).toBe(String((load.done['commit'] as number) + 1));
    await git(work, 'fsck', '--strict');
  });

  it('stays offline: 503 after the wait timeout, without affecting others, and works again when it is back', async () => {
    const [here, there] = projects as [Project, Project];
    const member = mesh.processes['repository-second'];
    const read = ({ id }: Project) => root.get(`/projects/${id}/repository/commits`);
    const changes = ({ id }: Project) => root.get(`/projects/${id}/merge_requests/1/changes`);
    const url = (project: Project) => cloneUrl(mesh.url, project.path_with_namespace, mesh.rootToken as string);
    await member?.stop();
    const over: string[] = [];
    const waiting = [read(there), changes(there), commitTo(there, 'main')].map(async (response) => {
      const { status, body, headers } = await response;
      over.push('there');
      return { status, body, retry: headers.get('retry-after') };
    });
    const cloning = gitFailure('/', 'ls-remote', url(there)).finally(() => over.push('there'));
    expect((await read(here)).status).toBe(200);
    expect((await changes(here)).status).toBe(200);
    expect((await commitTo(here, 'main')).status).toBe(201);
    await git('/', 'ls-remote', url(here));
    // The requests waited until then.
    expect(over).toEqual([]);
    const refused = { status: 503, body: { message: '503 Service Unavailable' }, retry: '1' };
    expect(await Promise.all(waiting)).toEqual([refused, refused, refused]);
    expect(await cloning).toContain('503');
    // From now on requests fail immediately, and services that do not need the storage respond as
    // usual.
    expect((await read(there)).status).toBe(503);
    expect(await gitFailure('/', 'ls-remote', url(there))).toContain('503');
    expect((await root.get(`/projects/${there.id}/issues`)).status).toBe(200);
    await member?.restart();
    await waitFor(
      () => Promise.all([read(there), changes(there)]),
      (responses) => responses.every(({ status }) => status === 200),
    );
    await git('/', 'ls-remote', url(there));
  });
});
