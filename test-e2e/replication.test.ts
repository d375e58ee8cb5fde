/**
 * A secondary node replicates the primary despite interruptions, and serves reads from its copies.
 */
import { createHash } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import {
  api,
  mesh,
  unique,
  createGroup,
  createProjectWithReadme,
  type ApiClient,
  type ApiResponse,
} from '@forgemesh/testing';
import mongoose, { type Connection } from 'mongoose';
import { startMesh, startNats, type Mesh, type Nats } from '../scripts/test/mesh.cjs';
import { replicatedProjects } from './config';
import { itInFullRun } from './support/full-run';
import { cloneUrl, git, gitFailure, temporaryFolder } from './support/git';
import { getLfsObject, type LfsTarget, putLfsObject, sha256Of } from './support/lfs-objects';
import { waitForLongTask } from './support/wait-for-long-task';

const zeros = '0'.repeat(40);
const largeFile = 'the content of a large file';
const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(100)]);

/** A connection to the primary that can be cut. */
interface Link {
  url: string;
  cut(): void;
  restore(): void;
  close(): void;
}

async function openLink(target: string): Promise<Link> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((incoming) => {
    if (isCut) return incoming.destroy();
    const outgoing = connect(Number(port), hostname);
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      sockets.forEach((socket) => socket.destroy());
    },
    restore: () => void (isCut = false),
    close: () => void server.close(),
  };
}

describe('a secondary node', () => {
  const engines: Nats[] = [];
  const meshes: Mesh[] = [];
  const folders = { primary: temporaryFolder('primary'), secondary: temporaryFolder('secondary') };
  let link: Link;
  let token: string;
  let onPrimary: ApiClient;
  let onSecondary: ApiClient;
  let nodeId: number;
  let projectIds: number[];
  let project: { id: number; path: string };
  /** Paths of the initial files. */
  const files = { upload: '', project: '', group: '', user: '', archive: '' };
  const databases: Record<keyof typeof folders, string> = { primary: '', secondary: '' };
  const connections: Connection[] = [];

  async function start(folder: string, env: Record<string, string>): Promise<Mesh> {
    const nats = await startNats({ dataDir: folder });
    engines.push(nats);
    const databasePrefix = unique('geo').replace('-', '_');
    databases[folder === folders.primary ? 'primary' : 'secondary'] = databasePrefix;
    const options = { dataDir: folder, storageUri: mesh().mongodbUri, natsUrl: nats.url, databasePrefix };
    // A secondary node runs a process for each service.
    const processes = folder === folders.primary ? 'single' : 'separate';
    const started = await startMesh({ ...options, env, processes });
    meshes.push(started);
    return started;
  }

  const statusOn = (client: ApiClient): Promise<ApiResponse> => client.get(`/geo_nodes/${nodeId}/status`);
  const isComplete = ({ status, body }: ApiResponse): boolean =>
    status === 200 &&
    body.healthy &&
    ['repositories', 'wikis'].every((family) => body[`${family}_verified_count`] === projectIds.length) &&
    body.projects_count === projectIds.length &&
    body.lfs_objects_synced_count === body.lfs_objects_count &&
    body.attachments_count > 0 &&
    body.attachments_synced_count === body.attachments_count;

  function folderOf(node: keyof typeof folders, id: number): string {
    const name = createHash('sha256').update(String(id)).digest('hex');
    const parent = join(folders[node], 'repository/repositories/default/@hashed', name.slice(0, 2), name.slice(2, 4));
    return join(parent, `${name}.git`);
  }

  /** Creates a commit, of which the secondary is notified. */
  function changeOnPrimary(id: number): Promise<ApiResponse> {
    const file = `/projects/${id}/repository/commits`;
    const actions = [{ action: 'create', file_path: unique('file'), content: 'Changed' }];
    return onPrimary.post(file, { branch: 'master', commit_message: 'Change', actions });
  }

  /** Opens a database of a service of a node. */
  async function databaseOf(node: keyof typeof folders, service: string): Promise<Connection> {
    const dbName = `${databases[node]}_${service}`;
    const connection = await mongoose.createConnection(mesh().mongodbUri, { dbName }).asPromise();
    connections.push(connection);
    return connection;
  }

  function form(field: string, content: Buffer, fileName: string): FormData {
    const body = new FormData();
    body.set(field, new Blob([new Uint8Array(content)]), fileName);
    return body;
  }

  async function attach(content: string): Promise<string> {
    const sent = form('file', Buffer.from(content), 'notes.txt');
    return (await onPrimary.post(`/projects/${project.id}/uploads`, sent)).body.full_path;
  }

  /** Downloads from the secondary or the primary; an empty token is anonymous. */
  async function download(path: string, as = token, from = 1) {
    const headers = new Headers(as === '' ? {} : { 'PRIVATE-TOKEN': as });
    const response = await fetch(new URL(path, meshes[from]?.url), { headers });
    return { status: response.status, content: Buffer.from(await response.arrayBuffer()) };
  }

  /** Creates one file of each kind, with everything needed to read them. */
  async function createFiles(): Promise<void> {
    files.upload = await attach('Attached');
    const path = unique('group');
    const { id: groupId } = await createGroup(onPrimary, { name: path, path });
    const { id: rootId } = (await onPrimary.get('/user')).body;
    const pictured = { project: `/projects/${project.id}`, group: `/groups/${groupId}`, user: `/users/${rootId}` };
    for (const [kind, route] of Object.entries(pictured)) {
      const { body } = await onPrimary.put(route, form('avatar', png, 'logo.png'));
      files[kind as keyof typeof pictured] = new URL(body.avatar_url).pathname;
    }
    await onPrimary.post(`/projects/${project.id}/export`);
    await waitForLongTask(
      () => onPrimary.get(`/projects/${project.id}/export`),
      ({ body }) => body.export_status === 'finished',
    );
    files.archive = `/api/v4/projects/${project.id}/export/download`;
  }

  /** The large files of the project on a node. */
  function lfsTarget(node: 0 | 1): LfsTarget {
    return { url: String(meshes[node]?.url), path: project.path, token };
  }

  async function newProject(fields: Record<string, unknown> = {}): Promise<{ id: number; path: string }> {
    const body = await createProjectWithReadme(onPrimary, fields);
    return { id: body.id, path: body.path_with_namespace };
  }

  beforeAll(async () => {
    const primary = await start(folders.primary, {});
    token = String(primary.rootToken);
    onPrimary = api(token, primary.url);
    link = await openLink(primary.url);
    project = await newProject();
    await onPrimary.post(`/projects/${project.id}/wikis`, { title: 'Home', content: 'Welcome' });
    await onPrimary.post(`/projects/${project.id}/repository/tags`, {
      tag_name: 'v1',
      ref: 'master',
      message: 'First',
    });
    await onPrimary.post(`/projects/${project.id}/repository/tags/v1/release`, { description: 'Notes' });
    await onPrimary.post(`/projects/${project.id}/protected_tags`, { name: 'v*' });
    await createFiles();
    await putLfsObject(lfsTarget(0), largeFile);
    projectIds = [project.id];
    while (projectIds.length < replicatedProjects) projectIds.push((await newProject()).id);

    await onPrimary.post('/geo_nodes', { name: primary.url, url: primary.url, primary: true });
    const created = await onPrimary.post('/geo_nodes', { name: 'north', url: 'https://north.example.com' });
    nodeId = created.body.id;
    const { body: credentials } = await onPrimary.post(`/geo_nodes/${nodeId}/credentials`);
    const secondary = await start(folders.secondary, {
      FORGE_GEO_ROLE: 'secondary',
      FORGE_GEO_PRIMARY_URL: link.url,
      FORGE_GEO_NODE_NAME: 'north',
      FORGE_GEO_SECRET: credentials.secret,
      FORGE_GEO_HEARTBEAT_INTERVAL_SECONDS: '1',
    });
    onSecondary = api(token, secondary.url);
  });
  afterAll(async () => {
    link?.close();
    for (const connection of connections) await connection.close();
    for (const one of meshes.reverse()) await one.stop();
    for (const one of engines) await one.stop();
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
  });

  it('copies everything, although the connection is cut', async () => {
    await waitForLongTask(
      () => statusOn(onSecondary),
      ({ status, body }) => status === 200 && body.repositories_synced_count > 0,
    );
    link.cut();
    const cut = await waitForLongTask(
      () => statusOn(onSecondary),
      ({ body }) => body.health_status === 'Unhealthy',
    );
    expect(cut.body.health).toBe('The primary node cannot be reached');
    link.restore();
    const { body } = await waitForLongTask(
      () => statusOn(onPrimary),
      (response) => response.body.lfs_objects_count === 1 && isComplete(response),
    );
    expect(body).toMatchObject({
      repositories_synced_in_percentage: '100.00%',
      wikis_verified_in_percentage: '100.00%',
      attachments_count: 5,
      attachments_synced_count: 5,
      attachments_synced_in_percentage: '100.00%',
      attachments_failed_count: 0,
      attachments_synced_missing_on_primary_count: 0,
      lfs_objects_count: 1,
      lfs_objects_synced_count: 1,
      lfs_objects_failed_count: 0,
      lfs_objects_synced_in_percentage: '100.00%',
      repositories_failed_count: 0,
      repositories_checksum_mismatch_count: 0,
      db_replication_lag_seconds: expect.any(Number),
    });
    expect((await onSecondary.get('/geo_nodes/current/failures')).body).toEqual([]);
    expect((await onSecondary.get('/geo_nodes')).body).toMatchObject([
      { primary: true, current: false },
      { name: 'north', current: true },
    ]);
  });

  it('replicates a push to the primary, and forwards one to itself', async () => {
    const work = temporaryFolder('work');
    const urlOf = (client: 0 | 1): string => cloneUrl(String(meshes[client]?.url), project.path, token);
    await git(work, 'clone', '-q', urlOf(1), '.');
    await git(work, 'commit', '-q', '--allow-empty', '-m', 'To the primary');
    await git(work, 'push', '-q', urlOf(0), 'HEAD:master');
    const tip = await git(work, 'rev-parse', 'HEAD');
    const copiedTip = (): Promise<string> => git(folderOf('secondary', project.id), 'rev-parse', 'refs/heads/master');
    await waitForLongTask(copiedTip, (id) => id === tip);
    await git(work, 'commit', '-q', '--allow-empty', '-m', 'To the secondary');
    await git(work, 'push', '-q', urlOf(1), 'HEAD:refs/heads/passed-on');
    const { body } = await onPrimary.get(`/projects/${project.id}/repository/branches/passed-on`);
    expect(body.commit.id).toBe(await git(work, 'rev-parse', 'HEAD'));
    await waitForLongTask(() => statusOn(onPrimary), isComplete);
  });

  it('replicates large files, and forwards uploads and locks', async () => {
    await putLfsObject(lfsTarget(0), 'to the primary');
    await putLfsObject(lfsTarget(1), 'to the secondary');
    expect(await getLfsObject(lfsTarget(0), sha256Of('to the secondary'))).toEqual({
      status: 200,
      text: 'to the secondary',
    });
    const Authorization = `Basic ${Buffer.from(`any:${token}`).toString('base64')}`;
    const lock = await fetch(`${meshes[1]?.url}/${project.path}.git/info/lfs/locks`, {
      method: 'POST',
      headers: { Authorization, 'Content-Type': 'application/vnd.git-lfs+json' },
      body: JSON.stringify({ path: 'large.bin' }),
    });
    expect(lock.status).toBe(201);
    const locks = await fetch(`${meshes[0]?.url}/${project.path}.git/info/lfs/locks`, { headers: { Authorization } });
    expect(await locks.json()).toMatchObject({ locks: [{ path: 'large.bin' }] });
    const { body } = await waitForLongTask(
      () => statusOn(onPrimary),
      (response) => response.body.lfs_objects_count === 3 && isComplete(response),
    );
    expect(body.lfs_objects_synced_count).toBe(3);
    const contents = [largeFile, 'to the primary', 'to the secondary'];
    const download = () => Promise.all(contents.map((content) => getLfsObject(lfsTarget(1), sha256Of(content))));
    const all = contents.map((text) => ({ status: 200, text }));
    expect(await download()).toEqual(all);
    link.cut();
    try {
      // The first request makes this node notice that the primary is unreachable.
      await waitForLongTask(
        () => statusOn(onSecondary),
        (response) => response.body.health_status === 'Unhealthy',
      );
      expect(await download()).toEqual(all);
    } finally {
      link.restore();
    }
    await waitForLongTask(() => statusOn(onPrimary), isComplete);
  });

  itInFullRun('repairs a damaged copy', async () => {
    const folder = folderOf('secondary', project.id);
    writeFileSync(join(folder, 'refs/heads/master'), `${'1'.repeat(40)}\n`);
    const { body } = await changeOnPrimary(project.id);
    const tip = (): Promise<string> => git(folder, 'rev-parse', 'refs/heads/master^{commit}').catch(() => zeros);
    await waitForLongTask(tip, (id) => id === body.id);
    await waitForLongTask(() => statusOn(onPrimary), isComplete);
  });

  itInFullRun(
    'serves reads from its copies while the primary is unreachable, and refuses everything else',
    async () => {
      const path = `/projects/${encodeURIComponent(project.path)}/repository`;
      const wiki = `/projects/${project.id}/wikis/Home`;
      const reads = [
        `${path}/tree`,
        `${path}/commits`,
        `${path}/files/README.md?ref=master`,
        `${path}/compare?from=v1&to=master`,
        wiki,
      ];
      const url = cloneUrl(String(meshes[1]?.url), project.path, token);
      await git(temporaryFolder('clone'), 'ls-remote', url);
      const here = await Promise.all(reads.map((read) => onSecondary.get(read)));
      const there = await Promise.all(reads.map((read) => onPrimary.get(read)));
      expect(here.map(({ status, body }) => ({ status, body }))).toEqual(
        there.map(({ status, body }) => ({ status, body })),
      );
      expect((await onSecondary.get(`/projects/${project.id}/issues`)).status).toBe(200);

      const branchesAndTags = [`${path}/branches`, `${path}/tags`];
      const shown = await Promise.all(branchesAndTags.map((read) => onPrimary.get(read)));
      expect(shown[1]?.body).toMatchObject([{ protected: true, release: { description: 'Notes' } }]);

      link.cut();
      // The first request makes this node notice that the primary is unreachable.
      await waitForLongTask(
        () => statusOn(onSecondary),
        ({ body }) => body.health_status === 'Unhealthy',
      );
      const kept = await Promise.all(branchesAndTags.map((read) => onSecondary.get(read)));
      expect(kept.map(({ body }) => body)).toEqual(shown.map(({ body }) => body));
      const clone = temporaryFolder('clone');
      await git(clone, 'clone', '-q', url, '.');
      expect(await git(clone, 'tag')).toBe('v1');
      const cut = await Promise.all(reads.map((read) => onSecondary.get(read)));
      expect(cut.map(({ status, body }) => ({ status, body }))).toEqual(
        there.map(({ status, body }) => ({ status, body })),
      );
      for (const refused of [
        await onSecondary.post('/projects', { name: unique('refused') }),
        await onSecondary.get(`/projects/${project.id}/issues`),
        await onSecondary.post(`${path}/branches`, { branch: 'refused', ref: 'master' }),
      ])
        expect(refused).toMatchObject({ status: 503, body: { message: expect.stringContaining('primary node') } });
      expect(await gitFailure(clone, 'push', url, 'HEAD:refs/heads/refused')).toContain('503');
      expect((await api('glpat-nobody-knows-this-one', meshes[1]?.url).get(`${path}/tree`)).status).toBe(503);
      link.restore();
      await waitForLongTask(() => statusOn(onPrimary), isComplete);
      expect((await api('glpat-nobody-knows-this-one', meshes[1]?.url).get(`${path}/tree`)).status).toBe(401);
    },
  );

  itInFullRun('serves files from its copies to authorized readers, even while the primary is unreachable', async () => {
    const name = unique('stranger');
    const fields = { name, username: name, email: `${name}@example.com`, password: `${unique('pass')}-word` };
    const { body: user } = await onPrimary.post('/users', { ...fields, skip_confirmation: true });
    const { body: made } = await onPrimary.post(`/users/${user.id}/impersonation_tokens`, { name, scopes: ['api'] });
    const stranger = String(made.token);
    const paths = Object.values(files);
    const there = await Promise.all(paths.map((path) => download(path, token, 0)));
    expect(there.map(({ status }) => status)).toEqual(paths.map(() => 200));
    expect(await Promise.all(paths.map((path) => download(path)))).toEqual(there);
    const refused = [files.upload, files.project, files.group];
    const isRefused = async (): Promise<void> => {
      for (const as of [stranger, '']) for (const path of refused) expect((await download(path, as)).status).toBe(404);
    };
    await isRefused();
    expect((await download(files.archive, stranger)).status).toBe(404);
    expect((await download(files.upload.replace('notes', 'other'))).status).toBe(404);

    link.cut();
    await waitForLongTask(
      () => statusOn(onSecondary),
      ({ body }) => body.health_status === 'Unhealthy',
    );
    expect(await Promise.all(paths.map((path) => download(path)))).toEqual(there);
    await isRefused();
    expect((await download(files.upload, 'glpat-nobody-knows-this-either')).status).toBe(503);
    expect((await download(files.upload.replace('notes', 'other'))).status).toBe(503);
    const added = await attach('Added while the link was cut');
    expect((await download(added)).status).toBe(503);
    await onPrimary.put(`/projects/${project.id}`, { avatar: '' });
    link.restore();
    await waitForLongTask(
      () => download(files.project),
      ({ status }) => status === 404,
    );
    // The number of files is updated with the secondary's next report.
    const copies = (await databaseOf('secondary', 'geo')).collection('geo_files');
    await waitForLongTask(
      () => copies.countDocuments({ kind: 'upload', state: 'synced' }),
      (count) => count === 2,
    );
    link.cut();
    expect((await download(added)).content.toString()).toBe('Added while the link was cut');
    link.restore();
    await waitForLongTask(() => statusOn(onPrimary), isComplete);
  });

  itInFullRun('repairs the damaged copy of a file', async () => {
    const geo = await databaseOf('secondary', 'geo');
    const stored = await geo.collection<{ filename: string }>('geo_file_contents.files').find({}).toArray();
    const { _id: id, filename } = stored.find(({ filename }) => filename.startsWith('upload/')) as (typeof stored)[0];
    const chunks = geo.collection('geo_file_contents.chunks');
    await chunks.updateOne({ files_id: id }, { $set: { data: new mongoose.mongo.Binary(Buffer.from('Damage')) } });
    // Makes the file due for verification.
    await geo.collection<{ _id: string }>('geo_files').updateOne({ _id: filename }, { $set: { due_at: new Date() } });
    await waitForLongTask(
      () => chunks.findOne({ files_id: id }),
      (chunk) => chunk === null,
    );
    await waitForLongTask(() => statusOn(onPrimary), isComplete);
    expect((await download(files.upload)).content.toString()).toBe('Attached');
  });

  itInFullRun('counts files that it cannot copy, and copies them later', async () => {
    link.cut();
    const path = await attach('Lost and found');
    const projects = await databaseOf('primary', 'projects');
    const [file] = await projects.collection('uploads_content.files').find({}).sort({ uploadDate: -1 }).toArray();
    const chunks = projects.collection('uploads_content.chunks');
    const chunk = await chunks.findOne({ files_id: file?._id });
    await chunks.deleteOne({ files_id: file?._id });
    link.restore();
    await waitForLongTask(
      () => statusOn(onPrimary),
      ({ body: { healthy, attachments_failed_count: failed, ...counts } }) =>
        healthy && failed === 1 && counts.attachments_synced_count === counts.attachments_count - 1,
    );
    await chunks.insertOne(chunk as NonNullable<typeof chunk>);
    const mended = await waitForLongTask(() => statusOn(onPrimary), isComplete);
    expect(mended.body.attachments_failed_count).toBe(0);
    expect((await download(path)).content.toString()).toBe('Lost and found');
  });

  itInFullRun('reports failed copies, and retries them', async () => {
    const broken = await newProject();
    projectIds.push(broken.id);
    await waitForLongTask(() => statusOn(onPrimary), isComplete);
    const ref = join(folderOf('primary', broken.id), 'refs/heads/broken');
    writeFileSync(ref, `${'2'.repeat(40)}\n`);
    await changeOnPrimary(broken.id);
    const failuresOf = (type: string) =>
      onSecondary.get(`/geo_nodes/current/failures?failure_type=${type}&type=repository`);
    const failed = await waitForLongTask(
      async () => [...(await failuresOf('sync')).body, ...(await failuresOf('verification')).body],
      (failures) => failures.length > 0,
    );
    expect(failed[0]).toMatchObject({
      project_id: broken.id,
      last_wiki_sync_failure: null,
      wiki_retry_count: null,
      wiki_checksum_mismatch: false,
      last_repository_synced_at: expect.any(String),
      repository_checksum_mismatch: false,
      wiki_verification_checksum_sha: zeros,
    });
    await git(folderOf('primary', broken.id), 'update-ref', '-d', 'refs/heads/broken').catch(() => undefined);
    if (existsSync(ref))
      writeFileSync(ref, await git(folderOf('primary', broken.id), 'rev-parse', 'refs/heads/master'));
    await changeOnPrimary(broken.id);
    await waitForLongTask(
      async () => [...(await failuresOf('sync')).body, ...(await failuresOf('verification')).body],
      (failures) => failures.length === 0,
    );
    await waitForLongTask(() => statusOn(onPrimary), isComplete);
  });

  itInFullRun('drops the copy of a deleted project, and misses nothing when its geo service is killed', async () => {
    const folder = folderOf('secondary', project.id);
    expect(existsSync(folder)).toBe(true);
    const contents = (await databaseOf('secondary', 'geo')).collection('geo_file_contents.files');
    expect(await contents.countDocuments({ filename: /^upload\// })).toBeGreaterThan(0);
    const other = folderOf('secondary', projectIds[1] as number);
    const { body: change } = await changeOnPrimary(projectIds[1] as number);
    await meshes[1]?.processes['geo']?.kill();
    await onPrimary.delete(`/projects/${project.id}`);
    projectIds = projectIds.filter((id) => id !== project.id);
    await waitForLongTask(
      () => git(other, 'rev-parse', 'refs/heads/master'),
      (head) => head === change.id,
    );
    await waitForLongTask(
      () => Promise.resolve(existsSync(folder)),
      (isThere) => !isThere,
    );
    await waitForLongTask(() => statusOn(onPrimary), isComplete);
    expect(await contents.countDocuments({ filename: /^(upload|archive|project_avatar)\// })).toBe(0);
  });

  itInFullRun('forwards the list of nodes to the primary', async () => {
    const fields = { name: 'south', url: 'https://south.example.com' };
    for (const response of [
      await onSecondary.post('/geo_nodes', fields),
      await onSecondary.put(`/geo_nodes/${nodeId}`, fields),
      await onSecondary.delete(`/geo_nodes/${nodeId}`),
      await onSecondary.post(`/geo_nodes/${nodeId}/repair`),
    ])
      expect(response.status).toBe(403);
  });
});
