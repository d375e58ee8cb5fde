/**
 * Large files move from the folder of one machine to a bucket, and attached files from the database
 * to the same bucket, while they are read and written; a backup of the bucket is restored into a
 * folder.
 */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { api, mesh as sharedMesh, unique, waitFor, type ApiClient } from '@forgemesh/testing';
import mongoose from 'mongoose';
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
import { cloneUrl, temporaryFolder } from '../support/git';
import { gitWithLfs, type LfsGit } from '../support/git-lfs';

const root = join(__dirname, '../..');
const folder = temporaryFolder('objects');
const backup = join(folder, 'backup');
const lfs = gitWithLfs();
/** Short, so that another process soon continues what a killed one did. */
const FORGE_EVENT_ACK_WAIT_SECONDS = '2';

(findPython() ? describe : describe.skip)('a bucket for large and other files', () => {
  let server: ObjectServer;
  let bucket: Record<string, string>;
  const natsOf = new Map<string, Nats>();
  const running = new Set<Mesh>();
  /** Large files by digest. */
  const contents = new Map<string, Buffer>();
  /** Attached files by path. */
  const files = new Map<string, string>();
  let token: string;
  let path: string;
  /** The mesh after its migration to the bucket. */
  let after: Mesh;

  const prefixOf = (name: string): string => `${name}_${process.pid}`;

  async function natsUrl(name: string): Promise<string> {
    const started = natsOf.get(name) ?? (await startNats({ dataDir: join(folder, `${name}-nats`) }));
    natsOf.set(name, started);
    return started.url;
  }

  /** Starts a mesh in its folder, or starts it again. */
  async function begin(name: string, env: Record<string, string>): Promise<Mesh> {
    const started = await startMesh({
      dataDir: join(folder, name),
      storageUri: sharedMesh().mongodbUri,
      natsUrl: await natsUrl(name),
      databasePrefix: prefixOf(name),
      processes: 'single',
      env: { FORGE_EVENT_ACK_WAIT_SECONDS, FORGE_SCHEDULE_INTERVAL_FACTOR: '0.1', ...env },
    });
    running.add(started);
    return started;
  }

  /** Leaves the databases of a mesh as a release does that does not record where files are. */
  async function forgetFilePlaces(name: string): Promise<void> {
    const connection = await mongoose.createConnection(sharedMesh().mongodbUri).asPromise();
    for (const service of ['geo', 'identity', 'projects', 'repository', 'settings'])
      await connection
        .useDb(`${prefixOf(name)}_${service}`)
        .collection('file_places')
        .deleteMany({});
    await connection.close();
  }

  async function end(mesh: Mesh): Promise<void> {
    running.delete(mesh);
    await mesh.stop();
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
  });
  afterAll(async () => {
    for (const mesh of running) await mesh.stop();
    for (const nats of natsOf.values()) await nats.stop();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const credentials = () => ({ Authorization: `Basic ${Buffer.from(`root:${token}`).toString('base64')}` });

  interface BatchObject {
    actions?: Record<string, { href: string; header?: Record<string, string> }>;
  }

  /** Where an object is uploaded or downloaded. */
  async function actionOf(mesh: Mesh, operation: 'upload' | 'download', oid: string, size: number) {
    const response = await fetch(`${mesh.url}/${path}.git/info/lfs/objects/batch`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/vnd.git-lfs+json', ...credentials() },
      body: JSON.stringify({ operation, transfers: ['basic'], objects: [{ oid, size }] }),
    });
    const { objects } = (await response.json()) as { objects: [BatchObject] };
    return objects[0].actions?.[operation];
  }

  async function upload(mesh: Mesh, content: Buffer): Promise<void> {
    const oid = createHash('sha256').update(content).digest('hex');
    const action = await actionOf(mesh, 'upload', oid, content.length);
    const response = await fetch(action?.href ?? '', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/octet-stream', ...credentials(), ...action?.header },
      body: new Uint8Array(content),
    });
    expect([oid, response.status]).toEqual([oid, 200]);
    contents.set(oid, content);
  }

  /** Attaches a file to a project; returns its path. */
  async function attach(mesh: Mesh, project: number, text: string): Promise<string> {
    const form = new FormData();
    form.set('file', new Blob([text]), 'notes.txt');
    const { status, body } = await api(token, mesh.url).post(`/projects/${project}/uploads`, form);
    expect(status).toBe(201);
    return body.url;
  }

  async function expectAll(mesh: Mesh): Promise<void> {
    for (const [url, text] of files) {
      const response = await fetch(`${mesh.url}/${path}${url}`, { headers: { 'PRIVATE-TOKEN': token } });
      expect([url, response.status, await response.text()]).toEqual([url, 200, text]);
    }
    for (const [oid, content] of contents) {
      const action = await actionOf(mesh, 'download', oid, content.length);
      const response = await fetch(action?.href ?? '', { headers: { ...credentials(), ...action?.header } });
      const body = Buffer.from(await response.arrayBuffer());
      expect([oid, response.status, body.equals(content)]).toEqual([oid, 200, true]);
    }
  }

  async function script(name: string, args: string[], env: Record<string, string>): Promise<string> {
    const options = { cwd: root, env: { ...process.env, ...env } };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(root, 'scripts/commands', `${name}.ts`), ...args],
      options,
    );
    return stdout;
  }

  interface Progress {
    service: string;
    name: string;
    copied: number;
    waiting: number;
    failed: number;
  }

  /** Progress of the migrations of a service; zero before they begin. */
  async function progressOf(admin: ApiClient, service: string, name: string): Promise<Progress> {
    const { status, body } = await admin.get('/admin/object_migrations');
    const all = status === 200 ? (body as Progress[]) : [];
    const none = { service, name, copied: 0, waiting: 0, failed: 0 };
    return all.find((one) => one.service === service && one.name === name) ?? none;
  }

  it('receives the objects of a folder while all is in use, also after kill -9', async () => {
    const before = await begin('source', { FORGE_FILES: 'gridfs' });
    token = before.rootToken ?? '';
    const { body } = await api(token, before.url).post('/projects', { name: unique('large') });
    path = body.path_with_namespace;
    for (let count = 0; count < 40; count++) await upload(before, randomBytes(300_000));
    await upload(before, randomBytes(20_000_000));
    const attached = await attach(before, body.id, 'before the migration');
    await end(before);
    await forgetFilePlaces('source');

    const during = await begin('source', { ...bucket, FORGE_OBJECTS_FROM: 'local', FORGE_FILES: 'objects' });
    await expectAll(during);
    await upload(during, randomBytes(6_000_000));
    files.set(attached, 'before the migration');
    files.set(await attach(during, body.id, 'during the migration'), 'during the migration');
    const admin = api(token, during.url);
    await waitFor(
      () => progressOf(admin, 'repository', 'objects'),
      ({ copied }) => copied > 5,
    );
    await Object.values(during.processes)[0]?.kill();
    await waitFor(
      () => progressOf(admin, 'repository', 'objects').catch(() => ({ waiting: 0 })),
      ({ waiting }) => waiting === 41,
    );
    const moved = { from: 'local', to: 's3', mode: 'move', failed: 0, error: null };
    expect(await progressOf(admin, 'repository', 'objects')).toMatchObject(moved);
    await waitFor(
      () => progressOf(admin, 'projects', 'files'),
      ({ waiting }) => waiting === 1,
    );
    await expectAll(during);
    await end(during);
    rmSync(join(folder, 'source/objects'), { recursive: true });
    // The databases have recorded the new place.
    after = await begin('source', bucket);
    await expectAll(after);
  });

  (lfs ? it : it.skip)('serves the client of large files, if it is available', async () => {
    const run = lfs as LfsGit;
    const git = async (cwd: string, ...args: string[]): Promise<string> => {
      const { code, output } = await run(cwd, ...args);
      if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output}`);
      return output;
    };
    const { body } = await api(token, after.url).post('/projects', { name: unique('client') });
    const url = cloneUrl(after.url, body.path_with_namespace, token, 'root');
    const [work, clone] = [join(folder, 'work'), join(folder, 'clone')];
    mkdirSync(work);
    await git(work, 'init', '-q', '-b', 'main');
    await git(work, 'remote', 'add', 'origin', url);
    await git(work, 'lfs', 'install', '--local');
    await git(work, 'lfs', 'track', '*.bin');
    const large = [randomBytes(11_000_000), randomBytes(100), Buffer.alloc(0)];
    for (const [index, content] of large.entries()) writeFileSync(join(work, `${index}.bin`), content);
    await git(work, 'add', '.');
    await git(work, 'commit', '-q', '-m', 'Adds large files');
    await git(work, 'push', '-q', 'origin', 'main');
    await git(folder, 'clone', '-q', url, clone);
    for (const [index, content] of large.entries())
      expect(readFileSync(join(clone, `${index}.bin`)).equals(content)).toBe(true);
    await git(work, 'lfs', 'prune', '--verify-remote');
    rmSync(join(work, '.git/lfs/objects'), { recursive: true });
    await git(work, 'lfs', 'fetch', '--all', 'origin');
    expect(await git(work, 'lfs', 'fsck')).toContain('OK');
    await end(after);
  });

  const placeOf = (name: string): string[] => ['--data', join(folder, name), '--database-prefix', prefixOf(name)];

  /** Environment of the commands for a mesh. */
  async function environmentOf(name: string): Promise<Record<string, string>> {
    return { MONGODB_URI: sharedMesh().mongodbUri, NATS_URL: await natsUrl(name) };
  }

  it('is part of a backup, which is restored into a folder', async () => {
    const env = await environmentOf('source');
    const incomplete = await script('backup', ['--to', join(folder, 'incomplete'), ...placeOf('source')], env);
    expect(incomplete).toContain('It does not contain the files in the object store');
    const complete = await script('backup', ['--to', backup, ...placeOf('source')], { ...env, ...bucket });
    expect(complete).not.toContain('It does not contain the files in the object store');
    await script('restore', ['--from', backup, ...placeOf('target')], await environmentOf('target'));
    const restored = await begin('target', {});
    await expectAll(restored);
    await end(restored);
  });

  it('can be left for the database, whose backup has all objects', async () => {
    const database = { FORGE_OBJECTS: 'gridfs' };
    const during = await begin('target', { ...database, FORGE_OBJECTS_FROM: 'local' });
    const admin = api(token, during.url);
    for (const [service, count] of [
      ['repository', contents.size],
      ['projects', files.size],
    ] as const)
      await waitFor(
        () => progressOf(admin, service, 'objects'),
        ({ waiting }) => waiting >= count,
      );
    await end(during);
    rmSync(join(folder, 'target/objects'), { recursive: true });
    const [from, env] = [join(folder, 'database-backup'), await environmentOf('target')];
    expect(await script('backup', ['--to', from, ...placeOf('target')], env)).not.toContain('does not contain');
    await script('restore', ['--from', from, ...placeOf('last')], await environmentOf('last'));
    const last = await begin('last', database);
    await expectAll(last);
    await end(last);
  });
});
