// The mesh as processes on one machine: all services and the gateway in front of them.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PlainError } from '../lib/fail.ts';
import { silentLog, type Log } from '../lib/log.ts';
import { checkPort, freePorts } from '../lib/ports.ts';
import { takeDataFolder } from './data-folder.ts';
import { environmentOf, type ProcessPorts, type Surroundings } from './environment.ts';
import { ensureKeys } from './keys.ts';
import { createMember, type Member } from './member.ts';
import {
  gateway as realGateway,
  secondaryServices,
  services as primaryServices,
  withStorages,
  type Deployable,
} from './services.ts';

/** While a mesh runs, this file of its data folder tells where its database and NATS are. */
export const enginesFile = 'engines.json';

export interface Mesh {
  /** Of the gateway. */
  url: string;
  /** The administrator's, as kept in the data folder. */
  rootToken: string | undefined;
  /** Whether this start made the administrator. */
  isNew: boolean;
  /** Where the new token of root is, if one was asked for. */
  rootTokenNotice: string | undefined;
  processes: Record<string, Member>;
  /** The gateway first, then the services. */
  stop: () => Promise<void>;
}

/** Starts everything and waits until all are ready. */
export async function startMesh(options: {
  /** Made if missing; used by one mesh at a time. */
  dataDir: string;
  storageUri: string;
  natsUrl: string;
  /** Where the gateway listens. */
  host?: string;
  /** Of the gateway, a free one by default. */
  port?: number;
  /** Of every service's database. */
  databasePrefix?: string;
  /** How clients reach the gateway; its own address by default. */
  externalUrl?: string;
  /** More environment for every process. */
  env?: Record<string, string>;
  /** Whether a process that dies is started again. */
  restart?: boolean;
  /** Whether root gets another token. */
  newRootToken?: boolean;
  /** The caller holds the data folder's lock already. */
  isTaken?: boolean;
  log?: Log;
  /** Each with a process of repository of its own; by default one process serves all. */
  storages?: string[];
  services?: Deployable[];
  gateway?: Deployable;
}): Promise<Mesh> {
  const { host = '127.0.0.1', isTaken = false, log = silentLog, gateway = realGateway } = options;
  const wanted = options.services ?? (isSecondary(options.env) ? secondaryServices : primaryServices);
  const services = withStorages(wanted, options.storages ?? []);
  const dataDir = resolve(options.dataDir);
  const release = isTaken ? () => undefined : takeDataFolder(dataDir);
  try {
    const port = options.port ?? ((await freePorts(1, host))[0] as number);
    await checkPort(port, host);
    const url = `http://${urlHost(host)}:${port}`;
    const surroundings = {
      ...{ dataDir, host, storageUri: options.storageUri, natsUrl: options.natsUrl, env: options.env ?? {} },
      databasePrefix: options.databasePrefix ?? 'forgemesh',
      externalUrl: options.externalUrl ?? url,
      keys: ensureKeys(
        dataDir,
        [...wanted, gateway].map(({ name }) => name),
      ),
      ports: await choosePorts(services, gateway, port),
    };
    const isNew = !existsSync(join(dataDir, 'root-token'));
    const create = ({ name, folder }: Deployable) => {
      const ports = surroundings.ports.get(name) as ProcessPorts;
      const env = environmentOf(name, surroundings);
      const asked = name === gateway.name ? urlHost(host) : '127.0.0.1';
      return createMember({ name, folder, env, ports, host: asked, dataDir, restart: options.restart ?? true, log });
    };
    const members = services.map(create);
    const edge = create(gateway);
    const all = [...members, edge];
    const stop = async () => {
      await edge.stop();
      await Promise.all(members.map((member) => member.stop()));
      for (const member of all) member.close();
      rmSync(join(dataDir, enginesFile), { force: true });
      release();
    };
    tellEngines(surroundings);
    let rootTokenNotice;
    try {
      for (const member of all) member.start();
      await Promise.all(all.map((member) => member.ready()));
      if (options.newRootToken) rootTokenNotice = await issueRootToken(members);
    } catch (error) {
      await stop();
      throw error;
    }
    const processes = Object.fromEntries(all.map((member) => [member.name, member]));
    return { url, rootToken: readToken(dataDir, surroundings.env), isNew, rootTokenNotice, processes, stop };
  } catch (error) {
    release();
    throw error;
  }
}

/** @param port the gateway's */
async function choosePorts(services: Deployable[], gateway: Deployable, port: number) {
  const free = await freePorts(3 * services.length + 1);
  const next = () => free.pop() ?? 0;
  const ports: Map<string, ProcessPorts> = new Map(
    services.map(({ name, service, storage }) => {
      const shard = service !== undefined && storage !== undefined ? { service, storage } : {};
      return [name, { grpc: next(), http: next(), metrics: next(), ...shard }];
    }),
  );
  return ports.set(gateway.name, { http: port, metrics: next() });
}

async function issueRootToken(members: Member[]) {
  const identity = members.find(({ name }) => name === 'identity');
  if (!identity) throw new PlainError('A secondary node has no users: ask its primary for a new token.');
  return (await identity.run('dist/new-root-token.js')).trim();
}

function tellEngines({ dataDir, storageUri, natsUrl, databasePrefix }: Surroundings) {
  const engines = { storage_uri: storageUri, nats_url: natsUrl, database_prefix: databasePrefix };
  writeFileSync(join(dataDir, enginesFile), JSON.stringify(engines), { mode: 0o600 });
}

function isSecondary(env?: Record<string, string>) {
  return (env?.FORGE_GEO_ROLE ?? process.env.FORGE_GEO_ROLE) === 'secondary';
}

function readToken(dataDir: string, env: Record<string, string>) {
  const file = join(dataDir, 'root-token');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  return env.FORGE_ROOT_TOKEN ?? process.env.FORGE_ROOT_TOKEN;
}

/** The host part of a URL that reaches an address from this machine. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
