// Types of `mesh.cjs` for test suites; the modules contain the documentation.

export interface Log {
  print(text: string): void;
  progress(text: string): void;
  step<T>(text: string, work: () => Promise<T> | T): Promise<T>;
}

export interface Storage {
  /** For MongoDB drivers, without a database name. */
  uri: string;
  kind: 'external' | 'mongod' | 'documentdb';
  /** Killing these crashes the datastore; empty if it is external. */
  pids: number[];
  port: number | undefined;
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

export interface Nats {
  url: string;
  /** Undefined if the server is external. */
  pid: number | undefined;
  port: number | undefined;
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

export interface Deployable {
  name: string;
  /** Contains `dist/main.js`. */
  folder: string;
  calls: string[];
}

export interface ManagedProcess {
  name: string;
  /** Undefined for the gateway. */
  grpc: number | undefined;
  http: number;
  /** Port of metrics and detailed readiness, on loopback. */
  metrics: number;
  /** Undefined while it is stopped. */
  pid(): number | undefined;
  ready(timeoutMs?: number): Promise<void>;
  stop(): Promise<void>;
  /** Sends a signal (SIGKILL by default) and waits for the end; the mesh restarts the process. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  restart(): Promise<void>;
  /** Runs a script of its folder to completion, with its environment; resolves to the output. */
  run(script: string): Promise<string>;
}

export interface Mesh {
  url: string;
  rootToken: string | undefined;
  /** Whether this start created the administrator. */
  isNew: boolean;
  /** Location of the new root token, if one was requested. */
  rootTokenNotice: string | undefined;
  processes: Record<string, ManagedProcess>;
  /** Ports of the services and the gateway, whichever process runs them. */
  ports: Map<string, { grpc?: number; http: number; metrics: number }>;
  stop(): Promise<void>;
}

export interface MeshOptions {
  dataDir: string;
  storageUri: string;
  natsUrl: string;
  host?: string;
  port?: number;
  databasePrefix?: string;
  externalUrl?: string;
  env?: Record<string, string>;
  restart?: boolean;
  isLocked?: boolean;
  newRootToken?: boolean;
  log?: Log;
  /**
   * Storages with a separate repository process each: the first is called `repository`, the others
   * `repository-<storage>`.
   */
  storages?: string[];
  /**
   * Number of processes of which any serves each repository: `repository`, `repository-2` and so
   * on.
   */
  repositories?: number;
  /** Returns additional environment variables of one process, which override its others. */
  envOf?: (name: string, environment: NodeJS.ProcessEnv) => Record<string, string>;
  /** Whether each service has its own process (default), or one process runs all of them. */
  processes?: 'separate' | 'single';
  /** Whether other processes can call the services of a single process over gRPC, too. */
  grpc?: boolean;
  services?: Deployable[];
  gateway?: Deployable;
}

export function startMesh(options: MeshOptions): Promise<Mesh>;
/** Starts some services in one process, which join an instance that runs in another data folder. */
export function startTarget(options: {
  target: string[];
  upstream: string;
  dataDir: string;
  host: string;
  port: number;
  env: Record<string, string>;
  log: Log;
}): Promise<{ url: string; rootToken: string | undefined; stop(): Promise<void> }>;
/**
 * Starts an additional replica of a service of a running mesh, which consumes events and runs jobs.
 * `label` names its log.
 */
export function startReplica(options: {
  service: string;
  label: string;
  mesh: {
    url: string;
    dataDir: string;
    natsUrl: string;
    mongodbUri: string;
    databasePrefix: string;
    processes: Record<string, { grpc?: number | undefined; http: number; metrics: number }>;
    /** Its `FORGE_EVENT_ACK_WAIT_SECONDS`. */
    ackWaitSeconds: string;
  };
  env?: Record<string, string>;
}): Promise<ManagedProcess>;
export function startStorage(options: {
  dataDir: string;
  log?: Log;
  durable?: boolean;
  port?: number;
}): Promise<Storage>;
export function startNats(options: { dataDir: string; log?: Log; port?: number }): Promise<Nats>;
/** Prints nothing. */
export const silentLog: Log;

/** Starts a datastore and restarts it on its port whenever it ends unexpectedly. */
export function supervise<
  Datastore extends { port: number | undefined; ended: Promise<unknown>; stop(): Promise<void> },
>(name: string, start: (port?: number) => Promise<Datastore>, log: Log): Promise<Datastore>;
export function lockDataFolder(dataDir: string): () => void;
export function freePorts(count: number, host?: string): Promise<number[]>;
export function withFreePorts<T>(
  count: number,
  work: (...ports: number[]) => Promise<T>,
  options?: { attempts?: number; host?: string },
): Promise<T>;
export const services: Deployable[];
export const gateway: Deployable;

/** The last release or the previous commit; or why it is unavailable. */
export function findEarlierVersion(): { commit: string } | { obstacle: string };
/** Builds a version in a new folder, which becomes a checkout. */
export function buildEarlierVersion(commit: string, folder: string): Promise<void>;

/**
 * Installs the MCP server into the cache folder if it is missing; resolves to the folder that
 * contains its `node_modules`.
 */
export function installMcpGitlab(log: Log): Promise<string>;

/** Path of Python; undefined if it is not installed. */
export function findPython(): string | undefined;
/**
 * Installs the Python client into the cache folder if it is missing; `folder` is for PYTHONPATH.
 */
export function installPythonGitlab(log: Log): Promise<{ python: string; folder: string }>;

export interface ObjectServer {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Killing it crashes the server. */
  pid: number | undefined;
  createBucket(name: string): Promise<void>;
  /** Number of uploads in a bucket that are not complete. */
  countUploads(bucket: string): Promise<number>;
  stop(): Promise<void>;
}
/**
 * Starts an S3 server with its data in a folder, and installs it into the cache folder if it is
 * missing. Needs Python.
 */
export function startObjectServer(options: { dataDir: string; log: Log }): Promise<ObjectServer>;

export interface SampleEvent {
  type: string;
  service: string;
  data: { entity: object; version: number; changes: object };
}
/** Samples of all declared events, built from their schemas. All ids and numbers are `id`. */
export function sampleEvents(id: number): SampleEvent[];

/**
 * Log lines of a mesh that contain a secret: one that suites recorded in its data folder, its own
 * key material, or an additional one.
 */
export function findSecretsInLogs(dataDir: string, further?: string[]): Promise<string[]>;
/** Rejects if there is such a line. */
export function assertNoSecretsInLogs(dataDir: string, further?: string[]): Promise<void>;

/**
 * Downloads packages with their dependencies and unpacks them into the cache folder, which acts as
 * `/`; undefined if they are unavailable.
 */
export function unpackDebianPackages(packages: string[]): string | undefined;
