// A mesh with engines of its own that keep what they acknowledged, in a temporary folder.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, startStorage } from '../engines/index.ts';
import { freePorts } from '../lib/ports.ts';
import { startMesh } from '../mesh/index.ts';
import { diskFaults } from './catalogue.ts';
import { createClocks } from './clocks.ts';
import { createDisks } from './disks.ts';

/** What a fault cuts off goes on soon. */
const env = { FORGE_CLAIM_SECONDS: '12' };

/**
 * @typedef {object} Engine
 * @property {string} name
 * @property {() => number[]} pids
 * @property {() => Promise<void>} kill by SIGKILL
 * @property {() => Promise<void>} bringBack on the same port and data
 */

/**
 * @typedef {object} Surroundings
 * @property {string} folder
 * @property {string} dataDir
 * @property {import('../mesh/start-mesh.ts').Mesh} mesh
 * @property {Engine[]} engines those that others started are not among them
 * @property {string} natsUrl
 * @property {import('./clocks.ts').Clocks} clocks of the processes
 * @property {Partial<Record<keyof typeof diskFaults, import('./disks.ts').Disk | { why: string }>>} disks of our own, where a fault
 *   needs one
 */

/**
 * @param {(fault: string) => boolean} isWanted
 * @param {import('../lib/log.ts').Log} log
 * @param {Pick<import('../lib/stops.ts').Stops, 'add'>} stops
 * @returns {Promise<Surroundings>}
 */
export async function startSurroundings(isWanted, log, stops) {
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-faults-'));
  stops.add(undefined, () => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const clocks = createClocks(folder);
  const { mount } = createDisks(stops);
  /** @type {Surroundings['disks']} */
  const disks = {};
  if (diskFaults.nats.some(isWanted)) disks.nats = await mount(join(dataDir, 'nats'));
  const [storagePort, natsPort] = await freePorts(2);
  const storage = await startEngine(
    'database',
    () => startStorage({ dataDir, port: storagePort, log }),
    ({ pids }) => pids,
  );
  stops.add('Stopping the database', storage.stop);
  const nats = await startEngine(
    'NATS',
    () => startNats({ dataDir, port: natsPort, log }),
    ({ pid }) => (pid === undefined ? [] : [pid]),
  );
  stops.add('Stopping NATS', nats.stop);
  const mesh = await log.step('Starting the mesh', () =>
    startMesh({
      dataDir,
      storageUri: storage.current().uri,
      natsUrl: nats.current().url,
      env: { ...env, ...clocks.env },
    }),
  );
  stops.add('Stopping the mesh', mesh.stop);
  // Not before: a new data folder must be empty.
  if (diskFaults.repositories.some(isWanted))
    disks.repositories = await mount(join(dataDir, 'repository/repositories'));
  const engines = [storage, nats].filter((engine) => engine.pids().length > 0);
  return { folder, dataDir, mesh, engines, natsUrl: nats.current().url, clocks, disks };
}

/**
 * @template {{ stop(): Promise<void> }} Started
 * @param {string} name
 * @param {() => Promise<Started>} start
 * @param {(engine: Started) => number[]} pidsOf
 */
async function startEngine(name, start, pidsOf) {
  let current = await start();
  return {
    name,
    current: () => current,
    pids: () => pidsOf(current),
    async kill() {
      for (const pid of pidsOf(current)) process.kill(pid, 'SIGKILL');
      await current.stop();
    },
    async bringBack() {
      current = await start();
    },
    stop: () => current.stop(),
  };
}
