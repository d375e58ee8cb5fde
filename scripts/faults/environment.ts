// A mesh with its own durable datastores in a temporary folder.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, startStorage } from '../datastores/index.ts';
import { freePorts } from '../lib/ports.ts';
import { startMesh } from '../mesh/index.ts';
import type { Layout } from '../mesh/layout.ts';
import { createClocks, type Clocks } from './clocks.ts';
import { createDisks, diskFaults, type Disk } from './disks.ts';
import { prepareMembers, type Member } from './members.ts';
import type { Mesh } from '../mesh/start-mesh.ts';
import type { Log } from '../lib/log.ts';
import type { ShutdownHooks } from '../lib/shutdown.ts';

/** A short redelivery timeout, so that interrupted work resumes soon. */
const env = { FORGE_EVENT_ACK_WAIT_SECONDS: '12' };

/** Where the objects of repositories are kept; with `objects`, their folders are caches. */
export type Packs = 'folder' | 'objects';

export interface Datastore {
  name: string;
  pids: () => number[];
  /** Kills it with SIGKILL. */
  kill: () => Promise<void>;
  /** Starts it again on the same port and data. */
  restart: () => Promise<void>;
}

export interface FaultEnvironment {
  folder: string;
  dataDir: string;
  mesh: Mesh;
  /** Datastores started here; external ones are excluded. */
  datastores: Datastore[];
  natsUrl: string;
  storageUri: string;
  /** Clocks of the processes. */
  clocks: Clocks;
  /** Separate disks, if a selected fault needs them. */
  disks: Partial<Record<keyof typeof diskFaults, Disk | { reason: string }>>;
  packs: Packs;
  /** The repository processes, if there are several. */
  members: Member[];
}

export async function startEnvironment(
  isSelected: (fault: string) => boolean,
  log: Log,
  shutdown: Pick<ShutdownHooks, 'add'>,
  { processes, packs, repositories }: { processes: Layout; packs: Packs; repositories: number },
): Promise<FaultEnvironment> {
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-faults-'));
  shutdown.add(undefined, () => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const clocks = createClocks(folder);
  const { mount } = createDisks(shutdown);
  const disks: FaultEnvironment['disks'] = {};
  if (diskFaults.nats.some(isSelected)) disks.nats = await mount(join(dataDir, 'nats'));
  const [storagePort, natsPort] = await freePorts(2);
  const storage = await startDatastore(
    'database',
    () => startStorage({ dataDir, port: storagePort, log }),
    ({ pids }) => pids,
  );
  shutdown.add('Stopping the database', storage.stop);
  const nats = await startDatastore(
    'NATS',
    () => startNats({ dataDir, port: natsPort, log }),
    ({ pid }) => (pid === undefined ? [] : [pid]),
  );
  shutdown.add('Stopping NATS', nats.stop);
  const datastoreUrls = { storageUri: storage.current().uri, natsUrl: nats.current().url };
  const prepared = repositories > 1 ? await prepareMembers(repositories, datastoreUrls, shutdown) : undefined;
  const mesh = await log.step('Starting the mesh', () =>
    startMesh({
      dataDir,
      ...datastoreUrls,
      env: { ...env, ...clocks.env, FORGE_PACKS: packs },
      processes,
      repositories,
      ...(prepared && { services: prepared.services, envOf: prepared.envOf }),
    }),
  );
  shutdown.add('Stopping the mesh', mesh.stop);
  // Mounted after the start, because a new data folder must be empty.
  if (diskFaults.repositories.some(isSelected))
    disks.repositories = await mount(join(dataDir, 'repository/repositories'));
  const datastores = [storage, nats].filter((datastore) => datastore.pids().length > 0);
  return {
    folder,
    dataDir,
    mesh,
    datastores,
    ...datastoreUrls,
    clocks,
    disks,
    packs,
    members: prepared?.connect(mesh) ?? [],
  };
}

async function startDatastore<Started extends { stop(): Promise<void> }>(
  name: string,
  start: () => Promise<Started>,
  pidsOf: (datastore: Started) => number[],
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
    async restart() {
      current = await start();
    },
    stop: () => current.stop(),
  };
}
