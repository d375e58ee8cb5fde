// Engines and a mesh of their own, in a temporary folder, with the meter attached.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, startStorage } from '../engines/index.ts';
import { startMesh } from '../mesh/index.ts';
import { startDriver, type Driver } from './load/index.ts';
import { createMeter, preload } from './measure/index.ts';
import type { Meter } from './measure/meter.ts';
import type { Log } from '../lib/log.ts';
import type { Stops } from '../lib/stops.ts';

export interface Surroundings {
  url: string;
  rootToken: string;
  /** For files of the benchmark. */
  folder: string;
  storageUri: string;
  storageKind: string;
  driver: Driver;
  meter: Meter;
  /** Of the deployables. */
  pids: () => number[];
  /** Of the services. */
  metricsPorts: Record<string, number>;
}

export async function startSurroundings(log: Log, stops: Stops): Promise<Surroundings> {
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
