// The mesh as processes on one machine: all services and the gateway in front of them.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PlainError } from '../lib/fail.ts';
import { silentLog } from '../lib/log.ts';
import { checkPort, freePorts } from '../lib/ports.ts';
import { takeDataFolder } from './data-folder.ts';
import { environmentOf } from './environment.ts';
import { ensureKeys } from './keys.ts';
import { createMember } from './member.ts';
import { gateway as realGateway, secondaryServices, services as primaryServices, withStorages } from './services.ts';

/** While a mesh runs, this file of its data folder tells where its database and NATS are. */
export const enginesFile = 'engines.json';

/**
 * @typedef {object} Mesh
 * @property {string} url of the gateway
 * @property {string | undefined} rootToken the administrator's, as kept in the data folder
 * @property {boolean} isNew whether this start made the administrator
 * @property {string | undefined} rootTokenNotice where the new token of root is, if one was
 *   asked for
 * @property {Record<string, import('./member.ts').Member>} processes
 * @property {() => Promise<void>} stop the gateway first, then the services
 */

/**
 * Starts everything and waits until all are ready.
 * @param {object} options
 * @param {string} options.dataDir made if missing; used by one mesh at a time
 * @param {string} options.storageUri
 * @param {string} options.natsUrl
 * @param {string} [options.host] where the gateway listens
 * @param {number} [options.port] of the gateway, a free one by default
 * @param {string} [options.databasePrefix] of every service's database
 * @param {string} [options.externalUrl] how clients reach the gateway; its own address by default
 * @param {Record<string, string>} [options.env] more environment for every process
 * @param {boolean} [options.restart] whether a process that dies is started again
 * @param {boolean} [options.newRootToken] whether root gets another token
 * @param {boolean} [options.isTaken] the caller holds the data folder's lock already
 * @param {import('../lib/log.ts').Log} [options.log]
 * @param {string[]} [options.storages] each with a process of repository of its own; by default one process serves all
 * @param {import('./services.ts').Deployable[]} [options.services]
 * @param {import('./services.ts').Deployable} [options.gateway]
 * @returns {Promise<Mesh>}
 */
export async function startMesh(options) {
  const { host = '127.0.0.1', isTaken = false, log = silentLog, gateway = realGateway } = options;
  const wanted = options.services ?? (isSecondary(options.env) ? secondaryServices : primaryServices);
  const services = withStorages(wanted, options.storages ?? []);
  const dataDir = resolve(options.dataDir);
  const release = isTaken ? () => undefined : takeDataFolder(dataDir);
  try {
    const port = options.port ?? /** @type {number} */ ((await freePorts(1, host))[0]);
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
    const create = (/** @type {import('./services.ts').Deployable} */ { name, folder }) => {
      const ports = /** @type {import('./environment.ts').ProcessPorts} */ (surroundings.ports.get(name));
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

/**
 * @param {import('./services.ts').Deployable[]} services
 * @param {import('./services.ts').Deployable} gateway
 * @param {number} port the gateway's
 */
async function choosePorts(services, gateway, port) {
  const free = await freePorts(3 * services.length + 1);
  const next = () => free.pop() ?? 0;
  /** @type {Map<string, import('./environment.ts').ProcessPorts>} */
  const ports = new Map(
    services.map(({ name, service, storage }) => {
      const shard = service !== undefined && storage !== undefined ? { service, storage } : {};
      return [name, { grpc: next(), http: next(), metrics: next(), ...shard }];
    }),
  );
  return ports.set(gateway.name, { http: port, metrics: next() });
}

/** @param {import('./member.ts').Member[]} members */
async function issueRootToken(members) {
  const identity = members.find(({ name }) => name === 'identity');
  if (!identity) throw new PlainError('A secondary node has no users: ask its primary for a new token.');
  return (await identity.run('dist/new-root-token.js')).trim();
}

/** @param {import('./environment.ts').Surroundings} surroundings */
function tellEngines({ dataDir, storageUri, natsUrl, databasePrefix }) {
  const engines = { storage_uri: storageUri, nats_url: natsUrl, database_prefix: databasePrefix };
  writeFileSync(join(dataDir, enginesFile), JSON.stringify(engines), { mode: 0o600 });
}

/** @param {Record<string, string>} [env] */
function isSecondary(env) {
  return (env?.FORGE_GEO_ROLE ?? process.env.FORGE_GEO_ROLE) === 'secondary';
}

/** @param {string} dataDir @param {Record<string, string>} env */
function readToken(dataDir, env) {
  const file = join(dataDir, 'root-token');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  return env.FORGE_ROOT_TOKEN ?? process.env.FORGE_ROOT_TOKEN;
}

/** @param {string} host @returns {string} as it stands in a URL of this machine */
function urlHost(host) {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
