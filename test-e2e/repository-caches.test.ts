/** Folders of repositories as caches: the database and the object store have everything. */
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, mesh as sharedMesh, unique, waitFor, type ApiClient } from '@forgemesh/testing';
import { connectDatabase } from '@forgemesh/data';
import { createMetrics } from '@forgemesh/telemetry';
import { startMesh, startNats, type Mesh, type Nats } from '../scripts/test/mesh.cjs';
import { cloneUrl, git, temporaryFolder } from './support/git';

describe('the folders of repositories', () => {
  const dataDir = temporaryFolder('caches');
  const databasePrefix = unique('caches').replace('-', '_');
  const disk = join(dataDir, 'repository/repositories');
  let nats: Nats;
  let mesh: Mesh;
  let rootToken: string;
  let root: ApiClient;

  beforeAll(async () => {
    nats = await startNats({ dataDir });
    await start({});
  });
  afterAll(async () => {
    await mesh?.stop();
    await nats?.stop();
  });

  async function start(env: Record<string, string>): Promise<void> {
    mesh = await startMesh({ dataDir, storageUri: sharedMesh().mongodbUri, natsUrl: nats.url, env, databasePrefix });
    rootToken ??= mesh.rootToken as string;
    root = api(rootToken, mesh.url);
  }

  /** Stops the mesh, changes the disk, and starts again with packs in the object store. */
  async function restart(changeDisk: () => void = () => undefined): Promise<void> {
    await mesh.stop();
    changeDisk();
    await start({ FORGE_PACKS: 'objects' });
  }

  interface Project {
    id: number;
    path: string;
    work: string;
  }

  /** A project with two branches, a tag, a merge request and a wiki page, and a clone of it. */
  async function createProject(): Promise<Project> {
    const { body } = await waitFor(
      () => root.post('/projects', { name: unique('cached'), initialize_with_readme: true }),
      ({ status }) => status === 201,
    );
    const project = { id: body.id as number, path: String(body.path_with_namespace), work: temporaryFolder('work') };
    await git(project.work, 'clone', '-q', cloneUrl(mesh.url, project.path, rootToken), '.');
    await push(project, 'first');
    await git(project.work, 'tag', '-a', '-m', 'release', 'v1');
    await git(project.work, 'push', '-q', 'origin', 'v1');
    const branch = String(body.default_branch);
    const commits = `/projects/${project.id}/repository/commits`;
    const actions = [{ action: 'create', file_path: 'by-api', content: 'x'.repeat(100_000) }];
    const commit = { branch: 'topic', start_branch: branch, commit_message: 'by API', actions };
    expect((await root.post(commits, commit)).status).toBe(201);
    const request = { source_branch: 'topic', target_branch: branch, title: 'Merge' };
    const merge = await root.post(`/projects/${project.id}/merge_requests`, request);
    expect(merge.status).toBe(201);
    const merged = await waitFor(
      () => root.put(`/projects/${project.id}/merge_requests/${merge.body.iid}/merge`, {}),
      ({ status }) => status !== 405 && status !== 406,
    );
    expect(merged.status).toBe(200);
    expect((await root.post(`/projects/${project.id}/wikis`, { title: 'Home', content: 'wiki' })).status).toBe(201);
    return project;
  }

  async function push({ work, path }: Project, name: string): Promise<void> {
    // Each mesh has an address of its own.
    await git(work, 'remote', 'set-url', 'origin', cloneUrl(mesh.url, path, rootToken));
    writeFileSync(join(work, name), name);
    await git(work, 'add', '-A');
    await git(work, 'commit', '-q', '-m', name);
    await git(work, 'pull', '-q', '--rebase');
    await git(work, 'push', '-q', 'origin', 'HEAD');
  }

  /** All refs that clients see, of the project and its wiki, after a check of all objects. */
  async function stateOf({ id, path }: Project): Promise<string> {
    const states: string[] = [];
    for (const each of [path, `${path}.wiki`]) {
      const clone = temporaryFolder('clone');
      await git(clone, 'clone', '-q', '--mirror', cloneUrl(mesh.url, each, rootToken), '.');
      await git(clone, 'fsck', '--strict');
      states.push(await git(clone, 'for-each-ref'), await git(clone, 'symbolic-ref', 'HEAD'));
    }
    const events = await root.get(`/projects/${id}/events?action=pushed&per_page=100`);
    return [...states, String(events.body.length)].join('\n');
  }

  /** Nobody has written to the wiki of the first project since the restart. */
  async function waitForCheckpoints(projects: Project[]): Promise<void> {
    const uri = sharedMesh().mongodbUri;
    const database = await connectDatabase({
      uri,
      database: `${databasePrefix}_repository`,
      metrics: createMetrics('test'),
    });
    const filter = { project_id: { $in: projects.map(({ id }) => id) } };
    await waitFor(
      () => database.collection('repository_checkpoints').countDocuments(filter),
      (count) => count === 2 * projects.length,
    );
    await database.close();
  }

  it('are built again after they were lost, also those of before', async () => {
    const project = await createProject();
    const before = await stateOf(project);
    // From here on, packs are in the object store.
    await restart();
    const others = await createProject();
    await push(project, 'second');
    await waitForCheckpoints([project, others]);
    const states = [await stateOf(project), await stateOf(others)];
    expect(states[0]).not.toBe(before);
    await restart(() => rmSync(disk, { recursive: true }));
    expect([await stateOf(project), await stateOf(others)]).toEqual(states);
    await push(project, 'third');
    await push(others, 'third');
  });

  it('follow the log after they were replaced by an older copy', async () => {
    const project = await createProject();
    const copy = temporaryFolder('copy');
    await restart(() => cpSync(disk, copy, { recursive: true }));
    await push(project, 'lost');
    const actions = [{ action: 'create', file_path: 'lost-too', content: 'x' }];
    const commit = { branch: 'api', start_branch: 'topic', commit_message: 'lost', actions };
    expect((await root.post(`/projects/${project.id}/repository/commits`, commit)).status).toBe(201);
    const state = await stateOf(project);
    await restart(() => {
      rmSync(disk, { recursive: true });
      cpSync(copy, disk, { recursive: true });
    });
    expect(await stateOf(project)).toBe(state);
    await push(project, 'after');
  });

  it('are built again while the process runs', async () => {
    const project = await createProject();
    const state = await stateOf(project);
    const folders = readdirSync(disk, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.git'));
    for (const folder of folders) rmSync(join(disk, folder), { recursive: true, maxRetries: 10 });
    expect(await stateOf(project)).toBe(state);
    await push(project, 'after');
  });
});
