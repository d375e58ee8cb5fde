/** An older copy of a disk: it takes no writes until an administrator has accepted the loss. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, mesh as sharedMesh, unique, waitFor, type ApiClient, type ApiResponse } from '@forgemesh/testing';
import { startMesh, startNats, type Mesh, type Nats } from '../../scripts/test/mesh.cjs';
import { cloneUrl, git, gitFailure, temporaryFolder } from '../support/git';

const MESSAGE = 'The storage default lacks changes that were acknowledged. Writes are refused until it is restored';

describe('an older copy of a disk', () => {
  const dataDir = temporaryFolder('older-disk');
  const databasePrefix = unique('older').replace('-', '_');
  const disk = join(dataDir, 'repository/repositories');
  const copies = temporaryFolder('copies');
  let nats: Nats;
  let mesh: Mesh;
  let rootToken: string;
  let root: ApiClient;

  beforeAll(async () => {
    nats = await startNats({ dataDir });
    await start();
  });
  afterAll(async () => {
    await mesh?.stop();
    await nats?.stop();
  });

  async function start(env: Record<string, string> = {}): Promise<void> {
    mesh = await startMesh({
      dataDir,
      storageUri: sharedMesh().mongodbUri,
      natsUrl: nats.url,
      env,
      databasePrefix,
    });
    rootToken ??= mesh.rootToken as string;
    root = api(rootToken, mesh.url);
  }

  /** Stops the mesh, replaces the disk by a copy and starts again. */
  async function restartWith(copy: string): Promise<void> {
    await mesh.stop();
    rmSync(disk, { recursive: true });
    cpSync(join(copies, copy), disk, { recursive: true });
    await start();
  }

  it('is recognized by the commits that it lacks, and is used once an administrator has accepted the loss', async () => {
    const { body: project } = await waitFor(
      () => root.post('/projects', { name: unique('copied'), initialize_with_readme: true }),
      ({ status }) => status === 201,
    );
    const at = `/projects/${project.id}/repository`;
    const branch = String(project.default_branch ?? 'master');
    const commit = (): Promise<ApiResponse> => {
      const file_path = unique('file');
      const actions = [{ action: 'create', file_path, content: file_path }];
      return root.post(`${at}/commits`, { branch, commit_message: file_path, actions });
    };
    const tip = async (): Promise<string> => (await root.get(`${at}/branches/${branch}`)).body.commit.id;
    await waitFor(commit, ({ status }) => status === 201);
    const first = await tip();
    cpSync(disk, join(copies, 'older'), { recursive: true });
    expect((await commit()).status).toBe(201);
    const second = await tip();
    await mesh.stop();
    await start();
    expect(await tip()).toBe(second);
    await mesh.stop();
    cpSync(disk, join(copies, 'newest'), { recursive: true });

    await restartWith('older');
    expect(await tip()).toBe(first);
    expect(await commit()).toMatchObject({ status: 503, body: { message: MESSAGE } });
    const work = temporaryFolder('work');
    await git(work, 'clone', '-q', cloneUrl(mesh.url, project.path_with_namespace, rootToken), '.');
    writeFileSync(join(work, 'pushed'), 'pushed');
    await git(work, 'add', '-A');
    await git(work, 'commit', '-q', '-m', 'pushed');
    expect(await gitFailure(work, 'push', '-q')).toContain(MESSAGE);

    await restartWith('newest');
    expect(await commit()).toMatchObject({ status: 201 });
    const third = await tip();

    await restartWith('older');
    const refused = await commit();
    expect(refused.status).toBe(503);
    // Each start has the next number: this is the fifth.
    await mesh.stop();
    await start({ FORGE_ACCEPT_STORAGE_LOSS: '{"default":"5"}' });
    expect(await commit()).toMatchObject({ status: 201 });
    expect((await root.get(`${at}/commits/${third}`)).status).toBe(404);
    await mesh.stop();
    await start();
    expect(await commit()).toMatchObject({ status: 201 });
  });
});
