/**
 * Large files with the real client on each object store: over HTTP and SSH, locks, history, and
 * what is refused.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { addMember, createProject, createUser, unique, waitFor, type TestUser } from '@forgemesh/testing';
import mongoose from 'mongoose';
import { findPython, freePorts, silentLog, startObjectServer, type ObjectServer } from '../../scripts/test/mesh.cjs';
import { cloneUrl, temporaryFolder } from '../support/git';
import { gitWithLfs, type LfsGit } from '../support/git-lfs';
import { type SeparateMesh, startMeshOnSharedDatabase } from '../support/isolated-mesh';
import { getLfsObject } from '../support/lfs-objects';
import { addKey, createKey, optionsOf, type Key } from '../support/ssh';

const lfs = gitWithLfs();
const folder = temporaryFolder('lfs');
afterAll(() => rmSync(folder, { recursive: true }));

const BUCKET = 'forge';
/** Object stores; the server of a bucket needs Python. */
const engines = ['local', 'gridfs', ...(findPython() ? ['s3'] : [])];

/** Variables that select an engine. */
function variablesOf(engine: string, server: ObjectServer | undefined): Record<string, string> {
  if (!server) return { FORGE_OBJECTS: engine };
  return {
    FORGE_OBJECTS: engine,
    FORGE_S3_ENDPOINT: server.endpoint,
    FORGE_S3_BUCKET: BUCKET,
    FORGE_S3_ACCESS_KEY_ID: server.accessKeyId,
    FORGE_S3_SECRET_ACCESS_KEY: server.secretAccessKey,
    FORGE_LFS_ADDRESS_SECONDS: '300',
    FORGE_LFS_UPLOAD_ADDRESS_SECONDS: '300',
  };
}

/** Whether an instance is storing an object. */
async function isStoring(
  engine: string,
  { replicaContext }: SeparateMesh,
  server: ObjectServer | undefined,
): Promise<boolean> {
  const { dataDir, mongodbUri, databasePrefix } = replicaContext;
  if (server) return (await server.countUploads(BUCKET)) > 0;
  if (engine === 'local') {
    const incoming = join(dataDir, 'objects/.incoming');
    return existsSync(incoming) && readdirSync(incoming).length > 0;
  }
  const dbName = `${databasePrefix}_repository`;
  const connection = await mongoose.createConnection(mongodbUri, { dbName }).asPromise();
  try {
    const [files, chunks] = ['objects.files', 'objects.chunks'].map((name) => connection.collection(name));
    return (await chunks!.countDocuments({ n: 0 })) > (await files!.countDocuments({}));
  } finally {
    await connection.close();
  }
}

interface Action {
  href: string;
  header?: Record<string, string>;
  expires_in?: number;
}

/** Bytes of objects that have passed through an instance into its bucket. */
async function bytesWritten({ mesh }: SeparateMesh): Promise<number> {
  // One process runs all services.
  const { metrics } = mesh.ports.get('gateway') as { metrics: number };
  const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
  const written = /forge_object_bytes_total\{[^}]*operation="put",service="repository"\} (\d+)/.exec(text);
  return Number(written?.[1] ?? 0);
}

const suite = lfs ? describe.each(engines) : describe.skip.each(engines);
suite('the client of large files, if available, with the object store %s', (engine) => {
  const run = lfs as LfsGit;
  const base = join(folder, engine);
  let server: ObjectServer | undefined;
  let own: SeparateMesh;
  let instance: { url: string; rootToken?: string | undefined };
  let owner: TestUser;
  let project: { id: number; path_with_namespace: string; ssh_url_to_repo: string };
  let url: string;
  let work: string;
  const content = randomBytes(3_000_000);

  /** Runs git, which must succeed. */
  async function git(cwd: string, ...args: string[]): Promise<string> {
    const { code, output } = await run(cwd, ...args);
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output}`);
    return output;
  }

  async function commit(name: string, data: Buffer | string, cwd = work): Promise<void> {
    writeFileSync(join(cwd, name), data);
    await git(cwd, 'add', '.');
    await git(cwd, 'commit', '-q', '-m', `Adds ${name}`);
  }

  /** Creates an empty work tree with a remote. */
  async function init(cwd: string, remote: string): Promise<void> {
    mkdirSync(cwd);
    await git(cwd, 'init', '-q', '-b', 'main');
    await git(cwd, 'remote', 'add', 'origin', remote);
    await git(cwd, 'lfs', 'install', '--local');
  }

  async function clone(from: string, ...options: string[]): Promise<string> {
    const target = join(base, unique('clone'));
    await git(base, ...options, 'clone', '-q', from, target);
    await git(target, ...options, 'lfs', 'install', '--local');
    return target;
  }

  /** What a batch tells a client to do with an object. */
  async function actionsOf(operation: string, data: Buffer, path = project.path_with_namespace) {
    const oid = createHash('sha256').update(data).digest('hex');
    const response = await fetch(`${instance.url}/${path}.git/info/lfs/objects/batch`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/vnd.git-lfs+json',
        Authorization: `Basic ${Buffer.from(`any:${owner.token}`).toString('base64')}`,
      },
      body: JSON.stringify({ operation, objects: [{ oid, size: data.length }] }),
    });
    const { objects } = (await response.json()) as { objects: { actions: Record<string, Action> }[] };
    return objects[0]!.actions;
  }

  /** Kills all processes, and waits until they are ready again. */
  async function crash(): Promise<void> {
    const processes = Object.values(own.mesh.processes);
    await Promise.all(processes.map((process) => process.kill()));
    await Promise.all(processes.map((process) => process.ready()));
  }

  beforeAll(async () => {
    mkdirSync(base);
    const [sshPort] = await freePorts(1);
    if (engine === 's3') server = await startObjectServer({ dataDir: base, log: silentLog });
    await server?.createBucket(BUCKET);
    own = await startMeshOnSharedDatabase({ ...variablesOf(engine, server), FORGE_SSH_PORT: String(sshPort) });
    instance = own.mesh;
    owner = await createUser({}, ['api'], instance);
    const created = await createProject(owner.api);
    project = (await owner.api.get(`/projects/${created.id}`)).body as typeof project;
    url = cloneUrl(instance.url, project.path_with_namespace, owner.token);
    work = join(base, 'work');
    await init(work, url);
    await git(work, 'lfs', 'track', '*.bin');
    await commit('one.bin', content);
    await git(work, 'push', '-q', 'origin', 'main');
  });

  afterAll(async () => {
    await own?.stop();
    await server?.stop();
  });

  it('pushes, clones, pulls, prunes and fetches over HTTP', async () => {
    const other = await clone(url);
    expect(readFileSync(join(other, 'one.bin')).equals(content)).toBe(true);
    const second = randomBytes(1_000);
    await commit('two.bin', second);
    await git(work, 'push', '-q', 'origin', 'main');
    await git(other, 'pull', '-q', 'origin', 'main');
    expect(readFileSync(join(other, 'two.bin')).equals(second)).toBe(true);
    await commit('two.bin', 'smaller');
    await git(work, 'push', '-q', 'origin', 'main');
    await git(work, 'lfs', 'prune', '--verify-remote');
    rmSync(join(work, '.git/lfs/objects'), { recursive: true });
    await git(work, 'lfs', 'fetch', '--all', 'origin');
    expect(await git(work, 'lfs', 'fsck')).toContain('OK');
    const address = `/api/v4/projects/${project.id}/repository/files/two.bin/raw?ref=main&lfs=true`;
    const raw = await fetch(`${instance.url}${address}`, { headers: { 'PRIVATE-TOKEN': owner.token } });
    expect(await raw.text()).toBe('smaller');
  });

  it('tells where an object is downloaded: from the instance, or from a bucket by a signed address', async () => {
    const oid = createHash('sha256').update(content).digest('hex');
    const { href, header, expires_in } = (await actionsOf('download', content))['download']!;
    if (!server) {
      expect(href).toBe(`${instance.url}/${project.path_with_namespace}.git/info/lfs/objects/${oid}`);
      return;
    }
    expect({ header, expires_in }).toEqual({ expires_in: 300 });
    expect(href.startsWith(`${server.endpoint}/${BUCKET}/`)).toBe(true);
    const downloaded = Buffer.from(await (await fetch(href)).arrayBuffer());
    expect(downloaded.equals(content)).toBe(true);
    // The signature is for this object alone.
    expect(
      (
        await fetch(
          href.replace(
            oid,
            oid.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
          ),
        )
      ).status,
    ).toBe(403);
  });

  it('migrates a history', async () => {
    const { id } = await createProject(owner.api);
    const { path_with_namespace: path } = (await owner.api.get(`/projects/${id}`)).body;
    const old = join(base, 'old');
    const from = cloneUrl(instance.url, path, owner.token);
    await init(old, from);
    const data = 'before the migration'.repeat(100);
    await commit('old.dat', data, old);
    await git(old, 'lfs', 'migrate', 'import', '--include=*.dat', '--everything', '--yes');
    await git(old, 'push', '-q', 'origin', 'main');
    expect(readFileSync(join(await clone(from), 'old.dat'), 'utf8')).toBe(data);
    const file = (await owner.api.get(`/projects/${id}/repository/files/old.dat?ref=main`)).body;
    expect(Buffer.from(file.content, 'base64').toString()).toContain('oid sha256:');
  });

  it('refuses pointers without their objects', async () => {
    await commit('lost.bin', randomBytes(500));
    // Without the hook of the client, nothing is uploaded.
    const { code, output } = await run(work, 'push', '--no-verify', 'origin', 'main');
    expect([code, output]).toEqual([1, expect.stringContaining('LFS objects are missing.')]);
    await git(work, 'lfs', 'push', '--all', 'origin');
    await git(work, 'push', '-q', '--no-verify', 'origin', 'main');
  });

  it('locks files', async () => {
    const member = await createUser({}, ['api'], instance);
    await addMember(owner.api, `/projects/${project.id}`, member, 40);
    const other = await clone(cloneUrl(instance.url, project.path_with_namespace, member.token));
    await git(work, 'lfs', 'lock', 'one.bin');
    expect(await git(other, 'lfs', 'locks')).toContain('one.bin');
    expect((await run(other, 'lfs', 'lock', 'one.bin')).output).toContain('already locked');
    writeFileSync(join(other, 'one.bin'), 'changed');
    await git(other, 'commit', '-q', '-a', '-m', 'Changes a locked file');
    const name = (await owner.api.get('/user')).body.name as string;
    const text = `The path 'one.bin' is locked in Git LFS by ${name}`;
    // The client refuses this itself unless it is told not to verify locks.
    expect((await run(other, 'push', '--no-verify', 'origin', 'main')).code).toBe(1);
    await git(other, 'lfs', 'push', '--all', 'origin').catch(() => undefined);
    expect((await run(other, 'push', '--no-verify', 'origin', 'main')).output).toContain(text);
    expect((await run(other, 'lfs', 'unlock', 'one.bin')).code).not.toBe(0);
    await git(other, 'lfs', 'unlock', '--force', 'one.bin');
    await git(other, 'push', '-q', 'origin', 'main');
    await git(work, 'pull', '-q', '--rebase', 'origin', 'main');
  });

  it.each([
    ['transfers over SSH', 'always'],
    ['transfers over HTTP', 'never'],
  ])('works over SSH, with keys of users and of projects, and %s', async (_, sshTransfer) => {
    const [key, deployKey] = await Promise.all([createKey(base), createKey(base)]);
    await addKey(owner, key);
    const grant = { title: 'x', key: deployKey.text, can_push: false };
    expect((await owner.api.post(`/projects/${project.id}/deploy_keys`, grant)).status).toBe(201);
    const withKey = (one: Key) => [
      ...['-c', `core.sshCommand=ssh ${optionsOf(one).join(' ')}`],
      ...['-c', `lfs.sshtransfer=${sshTransfer}`],
    ];
    const other = await clone(project.ssh_url_to_repo, ...withKey(deployKey));
    const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
    expect(sha256(join(other, 'one.bin'))).toBe(sha256(join(work, 'one.bin')));
    const [remote, name] = [`ssh-${sshTransfer}`, `ssh-${sshTransfer}.bin`];
    await git(work, 'remote', 'add', remote, project.ssh_url_to_repo);
    await commit(name, randomBytes(100_000));
    await git(work, ...withKey(key), 'push', '-q', remote, 'main');
    await git(other, ...withKey(deployKey), 'pull', '-q', 'origin', 'main');
    expect(sha256(join(other, name))).toBe(sha256(join(work, name)));
    await git(work, ...withKey(key), 'lfs', 'lock', '--remote', remote, name);
    expect(await git(work, ...withKey(key), 'lfs', 'locks', '--remote', remote)).toContain(name);
    await git(work, ...withKey(key), 'lfs', 'unlock', '--remote', remote, name);
    writeFileSync(join(other, 'refused.bin'), 'x');
    await git(other, 'add', '.');
    await git(other, 'commit', '-q', '-m', 'Refused');
    expect((await run(other, ...withKey(deployKey), 'push', 'origin', 'main')).output).toContain(
      'This deploy key does not have write access to this project.',
    );
  });

  it('keeps nothing of an upload that a crash interrupts, and accepts its repetition', async () => {
    // More than one part of an upload to a bucket.
    const data = randomBytes(24_000_000);
    const oid = createHash('sha256').update(data).digest('hex');
    const target = { url: instance.url, path: project.path_with_namespace, token: owner.token };
    const upload = request(`${target.url}/${target.path}.git/info/lfs/objects/${oid}/${data.length}`, {
      method: 'PUT',
      headers: { Authorization: `Basic ${Buffer.from(`any:${owner.token}`).toString('base64')}` },
    });
    upload.on('error', () => undefined);
    upload.write(data.subarray(0, data.length / 2));
    await waitFor(() => isStoring(engine, own, server), Boolean);
    await crash();
    upload.destroy();
    const absent = await waitFor(
      () => getLfsObject(target, oid),
      ({ status }) => status < 500,
    );
    expect(absent.status).toBe(404);
    await commit('crash.bin', data);
    await git(work, 'push', '-q', 'origin', 'main');
    expect(readFileSync(join(await clone(url), 'crash.bin')).equals(data)).toBe(true);
  });

  (engine === 's3' ? it : it.skip)('uploads to a bucket itself, which stores nothing else', async () => {
    const { id } = await createProject(owner.api);
    const { path_with_namespace: path } = (await owner.api.get(`/projects/${id}`)).body;
    const direct = join(base, 'direct');
    const remote = cloneUrl(instance.url, path, owner.token);
    await init(direct, remote);
    await git(direct, 'lfs', 'track', '*.bin');
    const files = Array.from({ length: 20 }, () => randomBytes(50_000));
    for (const [index, data] of files.entries()) writeFileSync(join(direct, `${index}.bin`), data);
    await commit('20.bin', randomBytes(50_000), direct);
    const before = await bytesWritten(own);
    await git(direct, 'push', '-q', 'origin', 'main');
    expect((await bytesWritten(own)) - before).toBe(0);
    const cloned = await clone(remote);
    for (const [index, data] of files.entries())
      expect(readFileSync(join(cloned, `${index}.bin`)).equals(data)).toBe(true);

    const send = async ({ href, header = {} }: Action, init: RequestInit): Promise<number> => {
      const response = await fetch(href, { ...init, headers: header });
      await response.arrayBuffer();
      return response.status;
    };
    const confirm = (action: Action, data: Buffer): Promise<number> => {
      const oid = createHash('sha256').update(data).digest('hex');
      return send(action, { method: 'POST', body: JSON.stringify({ oid, size: data.length }) });
    };
    // Another content under the digest of an object that the first project has.
    const [data] = files as [Buffer];
    const wrong = await actionsOf('upload', data);
    expect(await send(wrong['upload']!, { method: 'PUT', body: new Uint8Array(randomBytes(data.length)) })).toBe(400);
    expect(await confirm(wrong['verify']!, data)).toBe(404);
    // A crash between upload and confirmation.
    const added = randomBytes(10_000);
    const { upload, verify } = await actionsOf('upload', added, path);
    expect(await send(upload!, { method: 'PUT', body: new Uint8Array(added) })).toBe(200);
    await crash();
    const status = await waitFor(
      () => confirm(verify!, added),
      (code) => code < 500,
    );
    expect([status, await confirm(verify!, added)]).toEqual([200, 200]);
    const { download } = await actionsOf('download', added, path);
    expect(Buffer.from(await (await fetch(download!.href)).arrayBuffer()).equals(added)).toBe(true);
    const { statistics } = await waitFor(
      async () => (await owner.api.get(`/projects/${id}?statistics=true`)).body,
      (body) => body.statistics.lfs_objects_size === 21 * 50_000 + added.length,
    );
    expect(statistics.lfs_objects_size).toBe(21 * 50_000 + added.length);
  });

  it('takes large files along with merge requests from forks', async () => {
    const author = await createUser({}, ['api'], instance);
    await addMember(owner.api, `/projects/${project.id}`, author, 20);
    const fork = (await author.api.post(`/projects/${project.id}/fork`, {})).body;
    await waitFor(
      async () => (await author.api.get(`/projects/${fork.id}`)).body,
      ({ import_status }) => import_status === 'finished',
    );
    const other = await clone(cloneUrl(instance.url, fork.path_with_namespace, author.token));
    await git(other, 'checkout', '-q', '-b', 'patch');
    const added = randomBytes(2_000);
    writeFileSync(join(other, 'fork.bin'), added);
    await git(other, 'add', '.');
    await git(other, 'commit', '-q', '-m', 'Adds a large file');
    await git(other, 'push', '-q', 'origin', 'patch');
    const fields = { title: 'x', source_branch: 'patch', target_branch: 'main', target_project_id: project.id };
    const { body: request } = await author.api.post(`/projects/${fork.id}/merge_requests`, fields);
    const merged = await owner.api.put(`/projects/${project.id}/merge_requests/${request.iid}/merge`);
    expect(merged.status).toBe(200);
    const cloned = await clone(url);
    expect(readFileSync(join(cloned, 'fork.bin')).equals(added)).toBe(true);
  });
});
