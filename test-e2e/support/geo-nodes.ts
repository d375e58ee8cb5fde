/** A primary and a secondary node with their own data, for suites about replication. */
import { createHash } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
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
import { startMesh, startNats, type Mesh, type Nats } from '../../scripts/test/mesh.cjs';
import { temporaryFolder } from './git';
import type { LfsTarget } from './lfs-objects';
import { waitForLongTask } from './wait-for-long-task';

const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(100)]);

/** The name of a node. */
export type NodeName = 'primary' | 'secondary';

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

function form(field: string, content: Buffer, fileName: string): FormData {
  const body = new FormData();
  body.set(field, new Blob([new Uint8Array(content)]), fileName);
  return body;
}

/** Two nodes: the primary, and the secondary that replicates it. */
export class GeoNodes {
  link!: Link;
  token = '';
  onPrimary!: ApiClient;
  onSecondary!: ApiClient;
  /** Id of the secondary. */
  nodeId = 0;
  /** Ids of all projects. */
  projectIds: number[] = [];
  /** The first project, which has the files. */
  project!: { id: number; path: string };
  /** Paths of the initial files. */
  readonly files = { upload: '', project: '', group: '', user: '', archive: '' };
  readonly meshes: Mesh[] = [];
  readonly folders = { primary: temporaryFolder('primary'), secondary: temporaryFolder('secondary') };
  private readonly engines: Nats[] = [];
  private readonly databases: Record<NodeName, string> = { primary: '', secondary: '' };
  private readonly connections: Connection[] = [];

  /**
   * @param env additional environment variables of both nodes
   * @param repositories numbers of processes that serve the repositories of a node, if not one
   */
  constructor(
    private readonly env: Record<string, string> = {},
    private readonly repositories: Partial<Record<NodeName, number>> = {},
  ) {}

  /** Starts the primary, with one project. */
  async startPrimary(): Promise<void> {
    const primary = await this.start('primary', {});
    this.token = String(primary.rootToken);
    this.onPrimary = api(this.token, primary.url);
    this.link = await openLink(primary.url);
    this.project = await this.newProject();
    this.projectIds = [this.project.id];
  }

  /** Starts the secondary, which reaches the primary by the link. */
  async startSecondary(): Promise<void> {
    const { onPrimary, link } = this;
    const url = this.urlOf('primary');
    await onPrimary.post('/geo_nodes', { name: url, url, primary: true });
    const created = await onPrimary.post('/geo_nodes', { name: 'north', url: 'https://north.example.com' });
    this.nodeId = created.body.id;
    const { body: credentials } = await onPrimary.post(`/geo_nodes/${this.nodeId}/credentials`);
    const secondary = await this.start('secondary', {
      FORGE_GEO_ROLE: 'secondary',
      FORGE_GEO_PRIMARY_URL: link.url,
      FORGE_GEO_NODE_NAME: 'north',
      FORGE_GEO_SECRET: credentials.secret,
      FORGE_GEO_HEARTBEAT_INTERVAL_SECONDS: '1',
    });
    this.onSecondary = api(this.token, secondary.url);
  }

  /** Stops both, and removes their data. */
  async close(): Promise<void> {
    this.link?.close();
    for (const connection of this.connections) await connection.close();
    for (const one of [...this.meshes].reverse()) await one.stop();
    for (const one of this.engines) await one.stop();
    for (const folder of Object.values(this.folders)) rmSync(folder, { recursive: true, force: true });
  }

  urlOf(node: NodeName): string {
    return String(this.meshes[node === 'primary' ? 0 : 1]?.url);
  }

  /** The status of the secondary. */
  statusOn(client: ApiClient): Promise<ApiResponse> {
    return client.get(`/geo_nodes/${this.nodeId}/status`);
  }

  /** Whether a status says that everything is replicated. */
  readonly isComplete = ({ status, body }: ApiResponse): boolean =>
    status === 200 &&
    body.healthy &&
    ['repositories', 'wikis'].every((family) => body[`${family}_verified_count`] === this.projectIds.length) &&
    body.projects_count === this.projectIds.length &&
    body.lfs_objects_synced_count === body.lfs_objects_count &&
    body.attachments_count > 0 &&
    body.attachments_synced_count === body.attachments_count;

  /** Waits until everything is replicated; returns the status. */
  async waitUntilComplete(matches: (response: ApiResponse) => boolean = () => true): Promise<ApiResponse> {
    return waitForLongTask(
      () => this.statusOn(this.onPrimary),
      (response) => matches(response) && this.isComplete(response),
    );
  }

  /** Cuts the link, and waits until the secondary has noticed it. */
  async cutLink(): Promise<ApiResponse> {
    this.link.cut();
    // The first request makes this node notice that the primary is unreachable.
    return waitForLongTask(
      () => this.statusOn(this.onSecondary),
      ({ body }) => body.health_status === 'Unhealthy',
    );
  }

  /** Folder of a repository, of the first process. */
  folderOf(node: NodeName, id: number, process = 'repository'): string {
    const name = createHash('sha256').update(String(id)).digest('hex');
    const repositories = join(this.folders[node], process, 'repositories/default/@hashed');
    return join(repositories, name.slice(0, 2), name.slice(2, 4), `${name}.git`);
  }

  /** Names of the processes that serve the repositories of a node. */
  processesOf(node: NodeName): string[] {
    const count = this.repositories[node] ?? 1;
    return Array.from({ length: count }, (_, at) => (at === 0 ? 'repository' : `repository-${at + 1}`));
  }

  /** Folder of a repository, of the process that has changed it last. */
  newestFolderOf(node: NodeName, id: number): string {
    const folders = this.processesOf(node).map((process) => this.folderOf(node, id, process));
    const changedAt = (folder: string): number =>
      statSync(join(folder, 'applied'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return String(folders.toSorted((one, other) => changedAt(other) - changedAt(one))[0]);
  }

  /** Prefix of the names of the databases of a node. */
  databasePrefixOf(node: NodeName): string {
    return this.databases[node];
  }

  /** Stops a node; its data stays. */
  async stop(node: NodeName): Promise<void> {
    await this.meshes[node === 'primary' ? 0 : 1]?.stop();
  }

  /** Opens a database of a service of a node. */
  async databaseOf(node: NodeName, service: string): Promise<Connection> {
    const dbName = `${this.databases[node]}_${service}`;
    const connection = await mongoose.createConnection(mesh().mongodbUri, { dbName }).asPromise();
    this.connections.push(connection);
    return connection;
  }

  async newProject(fields: Record<string, unknown> = {}): Promise<{ id: number; path: string }> {
    const body = await createProjectWithReadme(this.onPrimary, fields);
    return { id: body.id, path: body.path_with_namespace };
  }

  /** Attaches a file to the project; returns its path. */
  async attach(content: string): Promise<string> {
    const sent = form('file', Buffer.from(content), 'notes.txt');
    return (await this.onPrimary.post(`/projects/${this.project.id}/uploads`, sent)).body.full_path;
  }

  /** Creates one file of each kind, with everything needed to read them. */
  async createFiles(): Promise<void> {
    const { onPrimary, project, files } = this;
    files.upload = await this.attach('Attached');
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

  /** Downloads a file from a node; an empty token is anonymous. */
  async download(
    path: string,
    as = this.token,
    from: NodeName = 'secondary',
  ): Promise<{ status: number; content: Buffer }> {
    const headers = new Headers(as === '' ? {} : { 'PRIVATE-TOKEN': as });
    const response = await fetch(new URL(path, this.urlOf(from)), { headers });
    return { status: response.status, content: Buffer.from(await response.arrayBuffer()) };
  }

  /** The large files of the project on a node. */
  lfsTarget(node: NodeName): LfsTarget {
    return { url: this.urlOf(node), path: this.project.path, token: this.token };
  }

  private async start(node: NodeName, env: Record<string, string>): Promise<Mesh> {
    const dataDir = this.folders[node];
    const nats = await startNats({ dataDir });
    this.engines.push(nats);
    const databasePrefix = unique('geo').replace('-', '_');
    this.databases[node] = databasePrefix;
    const repositories = this.repositories[node] ?? 1;
    const started = await startMesh({
      dataDir,
      storageUri: mesh().mongodbUri,
      natsUrl: nats.url,
      databasePrefix,
      env: { ...this.env, ...env },
      // A secondary node runs a process for each service.
      processes: node === 'primary' && repositories === 1 ? 'single' : 'separate',
      repositories,
    });
    this.meshes.push(started);
    return started;
  }
}
