/** Three processes of which any serves each repository; some of them fail. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StorageServiceDefinition } from '@forgemesh/proto/repository/v1/storage';
import { createCaller, type Caller } from '@forgemesh/rpc';
import { createMetrics } from '@forgemesh/telemetry';
import { api, createMeshSigner, mesh as sharedMesh, unique, waitFor, type ApiClient } from '@forgemesh/testing';
import { startMesh, startNats, type Mesh, type Nats } from '../scripts/test/mesh.cjs';
import { exportProject, importArchive, waitForImport } from './support/archives';
import { itInFullRun } from './support/full-run';
import { cloneUrl, git, temporaryFolder } from './support/git';
import { waitForLongTask } from './support/wait-for-long-task';

/** Longest time for which a repository may be unavailable on a busy machine, in milliseconds. */
const MAX_OUTAGE_MS = 10_000;

describe('several repository processes', () => {
  const names = ['repository', 'repository-2', 'repository-3'];
  const dataDir = temporaryFolder('pool');
  let nats: Nats;
  let mesh: Mesh;
  let root: ApiClient;
  let callers: Caller[] = [];

  beforeAll(async () => {
    nats = await startNats({ dataDir });
    const databasePrefix = unique('pool').replace('-', '_');
    const { mongodbUri: storageUri } = sharedMesh();
    mesh = await startMesh({
      dataDir,
      storageUri,
      natsUrl: nats.url,
      databasePrefix,
      repositories: names.length,
      // Every process serves both storages.
      envOf: (_name, { FORGE_GIT_ADDRESSES: addresses = '{}' }) => {
        const { default: all } = JSON.parse(addresses) as { default: string };
        return { FORGE_GIT_ADDRESSES: JSON.stringify({ default: all, second: all }) };
      },
    });
    root = api(mesh.rootToken, mesh.url);
    callers = names.map((name) =>
      createCaller({
        addresses: { repository: `127.0.0.1:${mesh.processes[name]?.grpc}` },
        signer: createMeshSigner(dataDir),
        metrics: createMetrics('test'),
      }),
    );
  });
  afterAll(async () => {
    callers.forEach((caller) => caller.close());
    await mesh?.stop();
    await nats?.stop();
  });

  interface Project {
    id: number;
    branch: string;
    work: string;
  }

  async function createProject(): Promise<Project> {
    const { body } = await waitFor(
      () => root.post('/projects', { name: unique('pool'), initialize_with_readme: true }),
      ({ status }) => status === 201,
    );
    const work = temporaryFolder('work');
    await git(work, 'clone', '-q', cloneUrl(mesh.url, String(body.path_with_namespace), String(mesh.rootToken)), '.');
    return { id: body.id as number, branch: String(body.default_branch), work };
  }

  async function push({ work }: Project): Promise<string> {
    const name = unique('file');
    writeFileSync(join(work, name), name);
    await git(work, 'add', '-A');
    await git(work, 'commit', '-q', '-m', name);
    await git(work, 'push', '-q', 'origin', 'HEAD');
    return git(work, 'rev-parse', 'HEAD');
  }

  async function commit({ id, branch }: Project): Promise<string> {
    const file_path = unique('file');
    const actions = [{ action: 'create', file_path, content: file_path }];
    const change = { branch, commit_message: file_path, actions };
    const { status, body } = await root.post(`/projects/${id}/repository/commits`, change);
    expect(status).toBe(201);
    return String(body.id);
  }

  /** The tip of the default branch as each process shows it. */
  function tipsOf({ id: project_id, branch }: Project, from = names, storage = 'default'): Promise<string[]> {
    return Promise.all(
      from.map(async (name) => {
        const client = callers[names.indexOf(name)]?.client(StorageServiceDefinition, 'repository');
        const tip = await client?.getBranchTip({ project_id, storage, branch });
        return String(tip?.commit_sha);
      }),
    );
  }

  it('show each push and commit as soon as it is acknowledged', async () => {
    const project = await createProject();
    for (let round = 0; round < 3; round++) {
      const pushed = await push(project);
      expect(await tipsOf(project)).toEqual([pushed, pushed, pushed]);
      const committed = await commit(project);
      expect(await tipsOf(project)).toEqual([committed, committed, committed]);
      await git(project.work, 'pull', '-q', '--rebase');
    }
  });

  it('are listed with their health', async () => {
    await waitFor(
      () => root.get('/admin/services'),
      ({ body }) => {
        const { processes } = body.find(({ name }: { name: string }) => name === 'repository');
        const found = processes.map(({ name, health }: { name: string; health: string }) => `${name} ${health}`);
        return String(found) === String(names.map((name) => `${name} healthy`));
      },
    );
  });

  async function expectReplaced(name: string): Promise<void> {
    const project = await createProject();
    const others = names.filter((other) => other !== name);
    const first = await push(project);
    expect(await tipsOf(project)).toEqual([first, first, first]);
    const pid = mesh.processes[name]?.pid() as number;
    process.kill(pid, 'SIGSTOP');
    let last: string;
    try {
      const stoppedAt = performance.now();
      last = await push(project);
      expect(performance.now() - stoppedAt).toBeLessThan(MAX_OUTAGE_MS);
      expect(await tipsOf(project, others)).toEqual([last, last]);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect(await tipsOf(project)).toEqual([last, last, last]);
    await mesh.processes[name]?.kill();
    const committed = await commit(project);
    expect((await root.get(`/projects/${project.id}/repository/commits/${committed}`)).status).toBe(200);
    await git(project.work, 'pull', '-q', '--rebase');
    expect(await git(project.work, 'rev-parse', 'HEAD')).toBe(committed);
    await mesh.processes[name]?.ready();
    expect(await tipsOf(project)).toEqual([committed, committed, committed]);
  }

  it('replace one that is suspended, and one that was killed', () => expectReplaced('repository'));

  itInFullRun.each(['repository-2', 'repository-3'])('replace %s in the same way', expectReplaced);

  itInFullRun('move a project to another storage under writes without the loss of one', async () => {
    expect((await root.put('/application/settings', { repository_storages: ['default', 'second'] })).status).toBe(200);
    const project = await createProject();
    const acknowledged: string[] = [];
    let isMoving = true;
    async function write(): Promise<void> {
      while (isMoving) {
        const file_path = unique('file');
        const actions = [{ action: 'create', file_path, content: file_path }];
        const change = { branch: project.branch, commit_message: file_path, actions };
        const { status, body } = await root.post(`/projects/${project.id}/repository/commits`, change);
        if (status === 201) acknowledged.push(String(body.id));
        else expect([400, 409, 503]).toContain(status);
      }
    }
    const writers = [write(), write(), write()];
    await waitFor(
      () => Promise.resolve(acknowledged.length),
      (count) => count > 3,
    );
    await root.put(`/projects/${project.id}`, { repository_storage: 'second' });
    await waitForLongTask(
      () => root.get(`/projects/${project.id}`),
      ({ body }) => body.repository_storage === 'second',
    );
    const { length } = acknowledged;
    await waitForLongTask(
      () => Promise.resolve(acknowledged.length),
      (count) => count > length + 3,
    );
    isMoving = false;
    await Promise.all(writers);
    const clone = temporaryFolder('clone');
    await git(project.work, 'pull', '-q', '--rebase');
    await git(clone, 'clone', '-q', await git(project.work, 'remote', 'get-url', 'origin'), '.');
    const found = new Set((await git(clone, 'rev-list', 'HEAD')).split('\n'));
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
    const tip = await git(clone, 'rev-parse', 'HEAD');
    expect(await tipsOf(project, names, 'second')).toEqual([tip, tip, tip]);
  });

  itInFullRun('export and import a project, whose copy each of them has', async () => {
    const project = await createProject();
    const tip = await push(project);
    const archive = await exportProject(root, String(mesh.rootToken), mesh.url, project.id);
    const path = unique('copy');
    const { body: copy } = await importArchive(root, archive, { path });
    expect((await waitForImport(root, copy.id)).body.import_status).toBe('finished');
    expect(await tipsOf({ ...project, id: copy.id })).toEqual([tip, tip, tip]);
    const committed = await commit({ ...project, id: copy.id });
    expect(await tipsOf({ ...project, id: copy.id })).toEqual([committed, committed, committed]);
  });
});
