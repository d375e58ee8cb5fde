/**
 * Packs of repositories in a bucket: folders that are lost while the instance runs, forks, restored
 * projects, and a backup without folders, which is restored into folders.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { api, mesh as sharedMesh, unique, waitFor, type ApiClient } from '@forgemesh/testing';
import {
  findPython,
  silentLog,
  startMesh,
  startNats,
  startObjectServer,
  type Mesh,
  type Nats,
  type ObjectServer,
} from '../../scripts/test/mesh.cjs';
import { cloneUrl, git, temporaryFolder } from '../support/git';

const root = join(__dirname, '../..');
const folder = temporaryFolder('packs');
const backup = join(folder, 'backup');

(findPython() ? describe : describe.skip)('repositories with their packs in a bucket', () => {
  let server: ObjectServer;
  let bucket: Record<string, string>;
  const natsOf = new Map<string, Nats>();
  const running = new Set<Mesh>();
  let source: Mesh;
  let admin: ApiClient;
  /** Paths of the repositories. */
  const paths: string[] = [];
  let states: string[];

  const prefixOf = (name: string): string => `packs_${name}_${process.pid}`;

  async function natsUrl(name: string): Promise<string> {
    const started = natsOf.get(name) ?? (await startNats({ dataDir: join(folder, `${name}-nats`) }));
    natsOf.set(name, started);
    return started.url;
  }

  async function begin(name: string, env: Record<string, string>): Promise<Mesh> {
    const started = await startMesh({
      dataDir: join(folder, name),
      storageUri: sharedMesh().mongodbUri,
      natsUrl: await natsUrl(name),
      databasePrefix: prefixOf(name),
      processes: 'single',
      env,
    });
    running.add(started);
    return started;
  }

  beforeAll(async () => {
    server = await startObjectServer({ dataDir: folder, log: silentLog });
    await server.createBucket('forge');
    bucket = {
      FORGE_OBJECTS: 's3',
      FORGE_S3_ENDPOINT: server.endpoint,
      FORGE_S3_BUCKET: 'forge',
      FORGE_S3_ACCESS_KEY_ID: server.accessKeyId,
      FORGE_S3_SECRET_ACCESS_KEY: server.secretAccessKey,
    };
    source = await begin('source', { ...bucket, FORGE_PACKS: 'objects', FORGE_PACKS_COLLECT: 'on' });
    admin = api(source.rootToken, source.url);
  });
  afterAll(async () => {
    for (const mesh of running) await mesh.stop();
    for (const nats of natsOf.values()) await nats.stop();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function script(name: string, args: string[], env: Record<string, string>): Promise<string> {
    const place = ['--data', join(folder, env['PLACE'] ?? ''), '--database-prefix', prefixOf(env['PLACE'] ?? '')];
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(root, 'scripts/commands', `${name}.ts`), ...args, ...place],
      { cwd: root, env: { ...process.env, ...env } },
    );
    return stdout;
  }

  async function createProject(): Promise<{ id: number; path: string }> {
    const { body } = await waitFor(
      () => admin.post('/projects', { name: unique('packs') }),
      ({ status }) => status === 201,
    );
    return { id: body.id, path: body.path_with_namespace };
  }

  /** Pushes a large and a small commit. */
  async function push(path: string): Promise<void> {
    const work = temporaryFolder('work');
    await git(work, 'init', '-q', '-b', 'main');
    await git(work, 'remote', 'add', 'origin', cloneUrl(source.url, path, source.rootToken ?? ''));
    for (const content of [randomBytes(200_000), 'small']) {
      writeFileSync(join(work, 'file'), content);
      await git(work, 'add', '-A');
      await git(work, 'commit', '-q', '-m', 'Change');
      await git(work, 'push', '-q', 'origin', 'main');
    }
  }

  /** The refs of a repository, after a check of all objects. */
  async function stateOf(mesh: Mesh, path: string): Promise<string> {
    const clone = temporaryFolder('clone');
    await git(clone, 'clone', '-q', '--mirror', cloneUrl(mesh.url, path, source.rootToken ?? ''), '.');
    await git(clone, 'fsck', '--strict');
    return [await git(clone, 'for-each-ref'), await git(clone, 'symbolic-ref', 'HEAD')].join('\n');
  }

  async function statesOf(mesh: Mesh): Promise<string[]> {
    const found: string[] = [];
    for (const path of paths) found.push(await stateOf(mesh, path));
    return found;
  }

  it('are built again after their folders were lost: pushed, forked and restored ones, and wikis', async () => {
    const pushed = await createProject();
    await push(pushed.path);
    expect((await admin.post(`/projects/${pushed.id}/wikis`, { title: 'Home', content: 'wiki' })).status).toBe(201);
    const fork = await admin.post(`/projects/${pushed.id}/fork`, { path: unique('fork'), name: unique('fork') });
    await waitFor(
      () => admin.get(`/projects/${fork.body.id}`),
      ({ body }) => body.import_status === 'finished',
    );
    const deleted = await createProject();
    await push(deleted.path);
    await admin.delete(`/projects/${deleted.id}`);
    const entry = await waitFor(
      async () => {
        const { body } = await admin.get('/admin/deleted_repositories?per_page=100');
        return (body as { id: number; project_id: number }[]).find(({ project_id }) => project_id === deleted.id);
      },
      (found) => found !== undefined,
    );
    const restored = await createProject();
    const { status } = await admin.post(`/admin/deleted_repositories/${entry?.id}/restore`, {
      project_id: restored.id,
    });
    expect(status).toBeLessThan(300);
    paths.push(pushed.path, `${pushed.path}.wiki`, fork.body.path_with_namespace, restored.path);
    states = await statesOf(source);
    const disk = join(folder, 'source/repository/repositories');
    const folders = readdirSync(disk, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.git'));
    expect(folders.length).toBeGreaterThanOrEqual(paths.length);
    for (const name of folders) rmSync(join(disk, name), { recursive: true, maxRetries: 10 });
    expect(await statesOf(source)).toEqual(states);
    expect((await admin.get('/admin/pack_store')).body).toMatchObject({ healthy: true, collection: 'on' });
  });

  it('are part of a backup without their folders, which can be restored into folders', async () => {
    const said = await script('backup', ['--to', backup], { ...bucket, PLACE: 'source' });
    expect(said).toMatch(/documents, 0 repositories/);
    expect(said).toMatch(/\d+ further repositories are in it as packs/);
    expect(existsSync(join(backup, 'repositories'))).toBe(false);
    const env = { MONGODB_URI: sharedMesh().mongodbUri, NATS_URL: await natsUrl('target'), PLACE: 'target' };
    await script('restore', ['--from', backup], env);
    const target = await begin('target', {});
    expect(await statesOf(target)).toEqual(states);
  });

  it('are copied as folders if the backup does not have the bucket', async () => {
    const said = await script('backup', ['--to', join(folder, 'without')], { PLACE: 'source' });
    // The wiki is so small that it is in the database.
    expect(said).toMatch(/documents, 3 repositories/);
    expect(said).toContain('1 further repositories');
  });
});
