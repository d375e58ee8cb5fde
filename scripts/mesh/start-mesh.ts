// The mesh as processes on one machine: all services and the gateway.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PlainError } from '../lib/fail.ts';
import { silentLog, type Log } from '../lib/log.ts';
import { checkPort, freePorts } from '../lib/ports.ts';
import { lockDataFolder } from './data-folder.ts';
import { environmentOf, environmentOfAll, type ProcessPorts } from './environment.ts';
import { ensureEventStreams } from './event-streams.ts';
import { ensureKeys } from './keys.ts';
import { instanceFile, writeInstanceFile } from './instance-file.ts';
import type { Layout } from './layout.ts';
import { createManagedProcess, type ManagedProcess } from './managed-process.ts';
import {
  gateway as realGateway,
  program,
  secondaryServices,
  services as primaryServices,
  withRepositories,
  withStorages,
  type Deployable,
} from './services.ts';

/** Default prefix of the names of databases. */
export const DATABASE_PREFIX = 'forgemesh';

export interface Mesh {
  /** URL of the gateway. */
  url: string;
  /** Token of the administrator from the data folder. */
  rootToken: string | undefined;
  /** Whether this start created the administrator. */
  isNew: boolean;
  /** Location of the new root token, if one was requested. */
  rootTokenNotice: string | undefined;
  processes: Record<string, ManagedProcess>;
  /** Ports of the services and the gateway, whichever process runs them. */
  ports: Map<string, ProcessPorts>;
  /** Stops the gateway first, then the services. */
  stop: () => Promise<void>;
}

/** Starts all processes and waits until they are ready. */
export async function startMesh(options: {
  /** Created if missing; used by one mesh at a time. */
  dataDir: string;
  storageUri: string;
  natsUrl: string;
  /** Listen address of the gateway. */
  host?: string;
  /** Port of the gateway, a free one by default. */
  port?: number;
  /** Prefix of the database names. */
  databasePrefix?: string;
  /** URL by which clients reach the gateway; its own address by default. */
  externalUrl?: string;
  /** Additional environment variables for every process. */
  env?: Record<string, string>;
  /** Whether dead processes are restarted. */
  restart?: boolean;
  /** Whether root gets a new token. */
  newRootToken?: boolean;
  /** Whether the caller already holds the lock of the data folder. */
  isLocked?: boolean;
  log?: Log;
  /** Storages with a separate repository process each; by default one process serves all. */
  storages?: string[];
  /** Number of processes of which any serves each repository; their folders are caches. */
  repositories?: number;
  /** Returns additional environment variables of one process, which override its others. */
  envOf?: (name: string, environment: NodeJS.ProcessEnv) => Record<string, string>;
  /** Whether each service has its own process (default), or one process runs all of them. */
  processes?: Layout;
  /** Whether other processes can call the services of a single process over gRPC, too. */
  grpc?: boolean;
  services?: Deployable[];
  gateway?: Deployable;
}): Promise<Mesh> {
  const { host = '127.0.0.1', isLocked = false, log = silentLog, gateway = realGateway } = options;
  const selected = options.services ?? (isSecondary(options.env) ? secondaryServices : primaryServices);
  const { repositories = 1, storages = [] } = options;
  const services = withRepositories(withStorages(selected, storages), repositories);
  const isSingle = options.processes === 'single';
  if (repositories > 1 && (isSingle || storages.length > 0))
    throw new PlainError('Several repository processes need a process for each service.');
  if (isSingle && isSecondary(options.env))
    throw new PlainError('A secondary node runs a process for each service: start it with --processes separate.');
  const dataDir = resolve(options.dataDir);
  const release = isLocked ? () => undefined : lockDataFolder(dataDir);
  try {
    const port = options.port ?? ((await freePorts(1, host))[0] as number);
    await checkPort(port, host);
    const url = `http://${urlHost(host)}:${port}`;
    const settings = {
      dataDir,
      host,
      storageUri: options.storageUri,
      natsUrl: options.natsUrl,
      env: options.env ?? {},
      ...(options.envOf && { envOf: options.envOf }),
      databasePrefix: options.databasePrefix ?? DATABASE_PREFIX,
      externalUrl: options.externalUrl ?? url,
      keys: ensureKeys(
        dataDir,
        [...selected, gateway].map(({ name }) => name),
      ),
      ports: await choosePorts(services, gateway, port, !isSingle || options.grpc === true),
    };
    const isNew = !existsSync(join(dataDir, 'root-token'));
    const create = ({ name, folder }: Deployable, environment = () => environmentOf(name, settings)) =>
      createManagedProcess({
        name,
        folder,
        environment,
        dataDir,
        log,
        ports: settings.ports.get(isSingle ? gateway.name : name) as ProcessPorts,
        host: isSingle || name === gateway.name ? urlHost(host) : '127.0.0.1',
        restart: options.restart ?? true,
      });
    const names = [...services, gateway].map(({ name }) => name);
    const edge = isSingle ? create(program, () => environmentOfAll(names, settings)) : create(gateway);
    const members = isSingle ? [] : services.map((service) => create(service));
    const all = [...members, edge];
    const stop = async () => {
      await edge.stop();
      await Promise.all(members.map((member) => member.stop()));
      for (const member of all) member.close();
      rmSync(join(dataDir, instanceFile), { force: true });
      release();
    };
    await ensureEventStreams(options.natsUrl, dataDir);
    writeInstanceFile(settings, url);
    let rootTokenNotice;
    try {
      for (const member of all) member.start();
      await Promise.all(all.map((member) => member.ready()));
      if (options.newRootToken) rootTokenNotice = await issueRootToken(services, create);
    } catch (error) {
      await stop();
      throw error;
    }
    const processes = Object.fromEntries(all.map((member) => [member.name, member]));
    return {
      url,
      rootToken: readToken(dataDir, settings.env),
      isNew,
      rootTokenNotice,
      processes,
      ports: settings.ports,
      stop,
    };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * @param port of the gateway
 * @param hasGrpc whether services have gRPC ports
 */
async function choosePorts(services: Deployable[], gateway: Deployable, port: number, hasGrpc: boolean) {
  const free = await freePorts(3 * services.length + 1);
  const next = () => free.pop() ?? 0;
  const ports: Map<string, ProcessPorts> = new Map(
    services.map(({ name, service, storage, isMember }) => {
      const part = {
        ...(service !== undefined && { service }),
        ...(storage !== undefined && { storage }),
        ...(isMember && { isMember }),
      };
      const grpc = hasGrpc ? { grpc: next() } : {};
      return [name, { ...grpc, http: next(), metrics: next(), ...part }];
    }),
  );
  return ports.set(gateway.name, { http: port, metrics: next() });
}

async function issueRootToken(
  services: Deployable[],
  create: (service: Deployable) => ReturnType<typeof createManagedProcess>,
) {
  const identity = services.find(({ name }) => name === 'identity');
  if (!identity) throw new PlainError('A secondary node has no users: request a new token from its primary.');
  const command = create(identity);
  try {
    return (await command.run('dist/new-root-token.js')).trim();
  } finally {
    command.close();
  }
}

function isSecondary(env?: Record<string, string>) {
  return (env?.FORGE_GEO_ROLE ?? process.env.FORGE_GEO_ROLE) === 'secondary';
}

export function readToken(dataDir: string, env: Record<string, string>) {
  const file = join(dataDir, 'root-token');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  return env.FORGE_ROOT_TOKEN ?? process.env.FORGE_ROOT_TOKEN;
}

/** Host part of a URL that reaches an address from this machine. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
