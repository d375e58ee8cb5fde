// Engines and a mesh of their own, in a temporary folder, with the meter attached.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, startStorage } from '../engines/index.ts';
import { startMesh } from '../mesh/index.ts';
import { startDriver } from './load/index.ts';
import { createMeter, preload } from './measure/index.ts';

/**
 * @typedef {object} Surroundings
 * @property {string} url
 * @property {string} rootToken
 * @property {string} folder for files of the benchmark
 * @property {string} storageUri
 * @property {string} storageKind
 * @property {import('./load/index.ts').Driver} driver
 * @property {import('./measure/meter.ts').Meter} meter
 * @property {() => number[]} pids of the deployables
 * @property {Record<string, number>} metricsPorts of the services
 */

/**
 * @param {import('../lib/log.ts').Log} log
 * @param {import('../lib/stops.ts').Stops} stops
 * @returns {Promise<Surroundings>}
 */
export async function startSurroundings(log, stops) {
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-bench-'));
  stops.add(undefined, () => rmSync(folder, { recursive: true, force: true }));
  const measured = join(folder, 'measured');
  mkdirSync(measured);
  const dataDir = join(folder, 'data');
  const storage = await startStorage({ dataDir, log });
  stops.add('Stopping the storage engine', storage.stop);
  const nats = await startNats({ dataDir, log });
  stops.add('Stopping NATS', nats.stop);
  const env = { NODE_OPTIONS: `--require=${preload}`, FORGE_BENCH_FOLDER: measured };
  const mesh = await log.step('Starting the mesh', () =>
    startMesh({ dataDir, storageUri: storage.uri, natsUrl: nats.url, env, log }),
  );
  stops.add('Stopping the mesh', mesh.stop);
  const driver = startDriver();
  stops.add(undefined, driver.close);

  const members = () =>
    Object.fromEntries(Object.values(mesh.processes).map(({ name, pid }) => [name, [pid() ?? 0].filter(Boolean)]));
  const engines = { storage: storage.pids, nats: nats.pid === undefined ? [] : [nats.pid] };
  const load = [driver.pid];
  return {
    url: mesh.url,
    rootToken: String(mesh.rootToken),
    ...{ folder, driver },
    storageUri: storage.uri,
    storageKind: storage.kind,
    meter: createMeter(measured, () => ({ ...members(), ...engines, load })),
    pids: () => Object.values(members()).flat(),
    metricsPorts: Object.fromEntries(
      Object.values(mesh.processes).flatMap(({ name, grpc, metrics }) => (grpc === undefined ? [] : [[name, metrics]])),
    ),
  };
}
