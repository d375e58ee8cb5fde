// Environment variables of every process: the contract with the services' `config.ts`.

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { addressFor, readPasswords } from '../datastores/passwords.ts';
import { root } from '../lib/root.ts';
import { ALL } from './event-users.ts';
import { inheritedBy, withoutForeignSecrets } from './inherited-environment.ts';
import { delegatedServices, gateway } from './services.ts';
import type { ensureKeys } from './keys.ts';

/** Settings shared by all processes. */
export interface MeshSettings {
  dataDir: string;
  /** Listen address of the gateway; services listen on loopback. */
  host: string;
  storageUri: string;
  natsUrl: string;
  databasePrefix: string;
  externalUrl: string;
  /** Additional variables for every process; they override all others. */
  env: Record<string, string>;
  /** Returns additional variables of one process, which override its others. */
  envOf?: (name: string, environment: NodeJS.ProcessEnv) => Record<string, string>;
  keys: ReturnType<typeof ensureKeys>;
  /** Ports by process name. */
  ports: Map<string, ProcessPorts>;
  /** The instance that runs the other services, if these processes join one. */
  upstream?: Upstream;
}

/** Where the services of an instance are called. */
export interface Addresses {
  /** gRPC addresses of the services; `local` for those that only their own process can call. */
  addresses: Record<string, string>;
  /**
   * HTTP addresses of the repository processes by storage; those of a pool are separated by commas.
   */
  gitAddresses: Record<string, string>;
}

/** A running instance that processes of another data folder join. */
export interface Upstream extends Addresses {
  /** Its data folder, with the secrets of the services. */
  dataDir: string;
}

/** Ports of a process. */
export interface ProcessPorts {
  /** Undefined for the gateway, and for services that only their own process calls. */
  grpc?: number;
  http: number;
  /** On loopback. */
  metrics: number;
  /**
   * Service of the process, if its name is another: a shard, a member of a pool, a further gateway.
   */
  service?: string;
  /** The only storage that it serves. */
  storage?: string;
  /** Whether it is one of several processes of which any serves each call. */
  isMember?: boolean;
}

/**
 * Environment of a process with several parts: variables that differ between them have the name of
 * their part as a suffix (`FORGE_SECRET_IDENTITY`).
 * @param parts names of services, and possibly the gateway
 */
export function environmentOfAll(parts: string[], settings: MeshSettings): NodeJS.ProcessEnv {
  const environments = parts.map((part) => ({ part, env: environmentOf(part, settings, ALL) }));
  const names = new Set(environments.flatMap(({ env }) => Object.keys(env)));
  const environment: NodeJS.ProcessEnv = {};
  for (const name of names) {
    const having = environments.filter(({ env }) => env[name] !== undefined);
    const [first] = having;
    if (having.every(({ env }) => env[name] === first?.env[name])) environment[name] = first?.env[name];
    else for (const { part, env } of having) environment[`${name}_${part.toUpperCase()}`] = env[name];
  }
  return { ...environment, FORGE_SERVICE: ALL, ...portsOf(settings.ports.get(gateway.name)) };
}

/** Ports that belong to the process: those of the gateway. */
function portsOf(ports: ProcessPorts | undefined): NodeJS.ProcessEnv {
  return ports ? { FORGE_HTTP_PORT: String(ports.http), FORGE_METRICS_PORT: String(ports.metrics) } : {};
}

/**
 * @param name of the process
 * @param datastoreUser its user at NATS, and at a database with a user for each service
 */
export function environmentOf(
  name: string,
  { dataDir, keys, ports, upstream, ...shared }: MeshSettings,
  datastoreUser?: string,
): NodeJS.ProcessEnv {
  const own = ports.get(name);
  if (!own) throw new Error(`${name} has no ports`);
  const service = own.service ?? name;
  const user = datastoreUser ?? service;
  const folder = join(dataDir, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const secretsDir = upstream?.dataDir ?? dataDir;
  const rootTokenFile = join(secretsDir, 'root-token');
  const environment: NodeJS.ProcessEnv = {
    FORGE_ROLE: 'all',
    // Compiled code is kept for the next start.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    FORGE_GRPC_REFLECTION: 'true',
    FORGE_FILES_INITIAL: 'objects',
    FORGE_MAIL_ENABLED: String(hasMailServer({ ...process.env, ...shared.env })),
    ...inheritedBy(service, process.env),
    FORGE_SERVICE: service,
    FORGE_HOST: service === gateway.name ? shared.host : '127.0.0.1',
    ...(own.grpc !== undefined && { FORGE_GRPC_PORT: String(own.grpc) }),
    // The gateway has no data, so it gets neither the database nor the key material.
    ...(service !== gateway.name && {
      MONGODB_URI: addressFor(shared.storageUri, user, readPasswords(secretsDir, 'mongodb')),
      FORGE_MONGODB_DATABASE: `${shared.databasePrefix}_${service}`,
      FORGE_SECRET: keys.secretOf(service),
      FORGE_ROOT_TOKEN_FILE: rootTokenFile,
    }),
    FORGE_HTTP_PORT: String(own.http),
    FORGE_METRICS_PORT: String(own.metrics),
    FORGE_DATA_DIR: folder,
    // All processes of a machine share the object store, also those that join an instance.
    ...(service !== gateway.name && { FORGE_OBJECTS_DIR: join(secretsDir, 'objects') }),
    NATS_URL: addressFor(shared.natsUrl, user, readPasswords(secretsDir, 'nats')),
    FORGE_ADDRESSES: JSON.stringify({ ...upstream?.addresses, ...grpcAddresses(ports) }),
    FORGE_GIT_ADDRESSES: JSON.stringify(upstream?.gitAddresses ?? gitAddresses(ports)),
    ...(own.storage !== undefined && { FORGE_STORAGES: own.storage }),
    // The folders of several processes are caches, which each fills from the object store.
    ...(own.isMember && { FORGE_MEMBER: name, FORGE_PACKS: 'objects' }),
    FORGE_SIGNING_KEY: keys.keyOf(service),
    FORGE_TRUSTED_KEYS: keys.trustedKeys,
    FORGE_SSH_HOST_KEY: keys.sshHostKey,
    FORGE_EXTERNAL_URL: shared.externalUrl,
    ...withoutForeignSecrets(service, shared.env),
  };
  Object.assign(environment, shared.envOf?.(name, environment));
  // Only the first start uses the token.
  if (existsSync(rootTokenFile)) delete environment.FORGE_ROOT_TOKEN;
  return environment;
}

/** Whether mails are sent. Other services than the one that sends them do not get the address. */
function hasMailServer(environment: NodeJS.ProcessEnv): boolean {
  return Boolean(environment.FORGE_SMTP_URL ?? environment.FORGE_SMTP_URL_DELIVERIES);
}

/** Stands for the address of a service in the same process. */
export const LOCAL = 'local';

/** gRPC addresses of the services by name. */
export function grpcAddresses(ports: MeshSettings['ports']): Record<string, string> {
  const addresses: Record<string, string> = {};
  for (const [name, { grpc, service = name, storage, isMember }] of ports) {
    if (service === gateway.name) continue;
    // Services of the same process need no address.
    const address = grpc === undefined ? LOCAL : `127.0.0.1:${grpc}`;
    const existing = addresses[service];
    const scheme = isMember ? 'pool:' : 'ipv4:';
    if (storage !== undefined) addresses[`${service}/${storage}`] = address;
    if (existing === undefined) addresses[service] = isMember ? `${scheme}${address}` : address;
    else addresses[service] = `${existing.startsWith(scheme) ? '' : scheme}${existing},${address}`;
  }
  // A node with a geo service but none of these services is a secondary.
  const missing = addresses.geo === undefined ? [] : delegatedServices.filter((name) => addresses[name] === undefined);
  return { ...addresses, ...Object.fromEntries(missing.map((name) => [name, addresses.geo as string])) };
}

/**
 * HTTP addresses of the repository processes by storage; those of a pool are separated by commas.
 */
export function gitAddresses(ports: MeshSettings['ports']): Record<string, string> {
  const addresses: Record<string, string> = {};
  for (const [name, { http, service = name, storage = 'default' }] of ports) {
    if (service !== 'repository') continue;
    const existing = addresses[storage];
    const address = `http://127.0.0.1:${http}`;
    addresses[storage] = existing === undefined ? address : `${existing},${address}`;
  }
  return addresses;
}
