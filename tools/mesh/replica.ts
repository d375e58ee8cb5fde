// One more process of a service or of the gateway of a running mesh, for suites about replicas.

import { silentLog } from '../lib/log.ts';
import { freePorts } from '../lib/ports.ts';
import { environmentOf } from './environment.ts';
import { ensureKeys } from './keys.ts';
import { createMember } from './member.ts';
import { gateway, services } from './services.ts';

/**
 * Starts it and waits until it is ready. Of a service it is a worker by default: it consumes events and runs jobs.
 * @param {object} options
 * @param {string} options.service
 * @param {string} options.label name of its log
 * @param {import('./replica.ts').RunningMesh} options.mesh
 * @param {Record<string, string>} [options.env] more environment
 * @returns {Promise<import('./member.ts').Member>}
 */
export async function startReplica({ service, label, mesh, env = {} }) {
  const [grpc, http, metrics] = /** @type {[number, number, number]} */ (await freePorts(3));
  const names = Object.keys(mesh.processes);
  const own = service === gateway.name ? { http, metrics } : { grpc, http, metrics };
  const surroundings = {
    ...{ dataDir: mesh.dataDir, host: '127.0.0.1', storageUri: mesh.mongodbUri, natsUrl: mesh.natsUrl },
    ...{ databasePrefix: mesh.databasePrefix, externalUrl: mesh.url },
    // Each process of a service says how long all of them may keep an event.
    env: { FORGE_ROLE: 'worker', FORGE_CLAIM_SECONDS: mesh.claimSeconds, ...env },
    keys: ensureKeys(mesh.dataDir, names),
    ports: new Map(Object.entries(mesh.processes)).set(service, own),
  };
  const { folder } = /** @type {import('./services.ts').Deployable} */ (
    [...services, gateway].find(({ name }) => name === service)
  );
  const member = createMember({
    ...{ name: label, folder, env: environmentOf(service, surroundings), ports: own },
    ...{ host: '127.0.0.1', dataDir: mesh.dataDir, restart: false, log: silentLog },
  });
  member.start();
  await member.ready();
  return member;
}

/**
 * @typedef {object} RunningMesh as suites know it
 * @property {string} url
 * @property {string} dataDir
 * @property {string} natsUrl
 * @property {string} mongodbUri
 * @property {string} databasePrefix
 * @property {Record<string, { grpc?: number, http: number, metrics: number }>} processes
 * @property {string} claimSeconds its `FORGE_CLAIM_SECONDS`
 */
