// Types of what `mesh.cjs` hands to test suites; the modules behind it say more.

export interface Log {
  say(text: string): void;
  progress(text: string): void;
  step<T>(text: string, work: () => Promise<T> | T): Promise<T>;
}

export interface Storage {
  /** For MongoDB drivers, without a database. */
  uri: string;
  kind: 'external' | 'mongod' | 'documentdb';
  /** Killing these crashes the engine; empty when it is not ours. */
  pids: number[];
  port: number | undefined;
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

export interface Nats {
  url: string;
  /** Undefined when it is not ours. */
  pid: number | undefined;
  port: number | undefined;
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

export interface Deployable {
  name: string;
  /** Holds `dist/main.js`. */
  folder: string;
  calls: string[];
}

export interface Member {
  name: string;
  /** None for the gateway. */
  grpc: number | undefined;
  http: number;
  /** Port of metrics and detailed readiness, on loopback. */
  metrics: number;
  /** Undefined while it is down. */
  pid(): number | undefined;
  ready(timeoutMs?: number): Promise<void>;
  stop(): Promise<void>;
  /**
   * Sends a signal (SIGKILL by default) and waits for the death; the mesh starts it again by
   * itself.
   */
  kill(signal?: NodeJS.Signals): Promise<void>;
  restart(): Promise<void>;
  /** Runs a script of its folder to the end, with its environment; resolves to the output. */
  run(script: string): Promise<string>;
}

export interface Mesh {
  url: string;
  rootToken: string | undefined;
  /** Whether this start made the administrator. */
  isNew: boolean;
  /** Where the new token of root is, if one was asked for. */
  rootTokenNotice: string | undefined;
  processes: Record<string, Member>;
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
  isTaken?: boolean;
  newRootToken?: boolean;
  log?: Log;
  /**
   * Each with a process of repository of its own: the first is called `repository`, the others
   * `repository-<storage>`.
   */
  storages?: string[];
  services?: Deployable[];
  gateway?: Deployable;
}

export function startMesh(options: MeshOptions): Promise<Mesh>;
/**
 * Starts one more process of a service of a running mesh, which follows events and runs jobs.
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
    /** Its `FORGE_CLAIM_SECONDS`. */
    ackWaitSeconds: string;
  };
  env?: Record<string, string>;
}): Promise<Member>;
export function startStorage(options: {
  dataDir: string;
  log?: Log;
  durable?: boolean;
  port?: number;
}): Promise<Storage>;
export function startNats(options: { dataDir: string; log?: Log; port?: number }): Promise<Nats>;
/** Prints nothing. */
export const silentLog: Log;

/** Starts an engine and brings it back on its port whenever it ends by itself. */
export function keepRunning<
  Engine extends { port: number | undefined; ended: Promise<unknown>; stop(): Promise<void> },
>(name: string, start: (port?: number) => Promise<Engine>, log: Log): Promise<Engine>;
export function takeDataFolder(dataDir: string): () => void;
export function freePorts(count: number, host?: string): Promise<number[]>;
export function withFreePorts<T>(
  count: number,
  work: (...ports: number[]) => Promise<T>,
  options?: { attempts?: number; host?: string },
): Promise<T>;
export const services: Deployable[];
export const gateway: Deployable;

/** The last release, or the commit before this one; or why it cannot be had. */
export function findEarlierVersion(): { commit: string } | { obstacle: string };
/** Builds it in a new folder, which becomes a checkout. */
export function buildEarlierVersion(commit: string, folder: string): Promise<void>;

/**
 * Installs the assistants' server into the cache folder unless it is there; the folder that holds
 * its `node_modules`.
 */
export function installMcpGitlab(log: Log): Promise<string>;

/** Path of Python; undefined where the machine has none. */
export function findPython(): string | undefined;
/**
 * Installs the Python client into the cache folder unless it is there; `folder` is for PYTHONPATH.
 */
export function installPythonGitlab(log: Log): Promise<{ python: string; folder: string }>;

/**
 * Lines of the logs of a mesh that show a secret: one that suites noted in its data folder, its own
 * key material, or a further one.
 */
export function findSecretsInLogs(dataDir: string, further?: string[]): Promise<string[]>;
/** Rejects where there is such a line. */
export function assertNoSecretsInLogs(dataDir: string, further?: string[]): Promise<void>;

/**
 * Fetches and unpacks packages with their needs into the cache folder, which stands for `/`;
 * undefined where they cannot be had.
 */
export function unpackDebianPackages(packages: string[]): string | undefined;
