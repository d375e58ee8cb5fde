// A mesh with engines of its own that keep what they acknowledged, in a temporary folder.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, startStorage } from '../engines/index.ts';
import { freePorts } from '../lib/ports.ts';
import { startMesh } from '../mesh/index.ts';
import { createClocks, type Clocks } from './clocks.ts';
import { createDisks, diskFaults, type Disk } from './disks.ts';
import type { Mesh } from '../mesh/start-mesh.ts';
import type { Log } from '../lib/log.ts';
import type { Stops } from '../lib/stops.ts';

/** What a fault cuts off goes on soon. */
const env = { FORGE_EVENT_ACK_WAIT_SECONDS: '12' };

export interface Engine {
  name: string;
  pids: () => number[];
  /** By SIGKILL. */
  kill: () => Promise<void>;
  /** On the same port and data. */
  bringBack: () => Promise<void>;
}

export interface Surroundings {
  folder: string;
  dataDir: string;
  mesh: Mesh;
  /** Those that others started are not among them. */
  engines: Engine[];
  natsUrl: string;
  /** Of the processes. */
  clocks: Clocks;
  /** Of our own, where a fault needs one. */
  disks: Partial<Record<keyof typeof diskFaults, Disk | { why: string }>>;
}

export async function startSurroundings(
  isWanted: (fault: string) => boolean,
  log: Log,
  stops: Pick<Stops, 'add'>,
): Promise<Surroundings> {
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-faults-'));
  stops.add(undefined, () => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const clocks = createClocks(folder);
  const { mount } = createDisks(stops);
  const disks: Surroundings['disks'] = {};
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

async function startEngine<Started extends { stop(): Promise<void> }>(
  name: string,
  start: () => Promise<Started>,
  pidsOf: (engine: Started) => number[],
) {
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
