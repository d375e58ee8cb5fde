// The faults: processes and datastores are killed or suspended, disks are full or read-only, and
// clocks are wrong.

import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkRefusals } from './refusals.ts';
import { diskFaults } from './disks.ts';
import type { Load } from './load.ts';
import type { Datastore, FaultEnvironment } from './environment.ts';
import type { Clocks } from './clocks.ts';
import type { Link } from './links.ts';
import type { Member } from './members.ts';

/**
 * How long a process is suspended (ms): longer than the deadline of an optional call, shorter than
 * every other deadline.
 */
const SUSPENDED_MS = 4_000;
/** How long one of several repository processes is suspended (s). */
const SUSPENDED_SECONDS = [1, 5, 30];
/**
 * How long one of several repository processes is cut from a datastore (ms): longer than the time
 * after which the others count it as lost.
 */
const CUT_MS = 6_000;
/** How long a datastore is stopped (ms). */
const DOWNTIME_MS = 2_000;
/** How long a disk or clock fault lasts (ms). */
const FAULT_MS = 6_000;

/** Age of an older copy of the folders (ms). */
const OLDER_MS = 10_000;

const MINUTE_MS = 60_000;

interface Fault {
  name: string;
  /** Injects the fault, and resolves when the affected part works again. */
  inject: (load: Load) => Promise<void>;
}

export interface SkippedFault {
  name: string;
  /** Why the fault is impossible on this machine. */
  reason: string;
}

export function createFaults(environment: FaultEnvironment): (Fault | SkippedFault)[] {
  const { mesh, datastores, disks, clocks, members } = environment;
  if (members.length > 0) return members.flatMap((member) => memberFaults(member, environment));
  const processFaults = Object.values(mesh.processes).flatMap((managed) => [
    {
      name: `kill -9 ${managed.name}`,
      async inject() {
        await managed.kill();
        await managed.ready();
      },
    },
    { name: `SIGSTOP ${managed.name}`, inject: () => suspend([managed.pid()]) },
  ]);
  const datastoreFaults = datastores.flatMap((datastore) => [
    {
      name: `kill -9 ${datastore.name}`,
      async inject() {
        await datastore.kill();
        await sleep(DOWNTIME_MS);
        await datastore.restart();
      },
    },
    { name: `SIGSTOP ${datastore.name}`, inject: () => suspend(datastore.pids()) },
  ]);
  const names = Object.keys(mesh.processes);
  const clockFaults = [
    ...names.flatMap((name) => [
      clockFault(`clock +10 min: ${name}`, clocks, [name], 10 * MINUTE_MS),
      clockFault(`clock -10 min: ${name}`, clocks, [name], -10 * MINUTE_MS),
    ]),
    clockFault('clock +10 min: all', clocks, names, 10 * MINUTE_MS),
    clockFault('clock -10 min: all', clocks, names, -10 * MINUTE_MS),
    clockFault('clock +5 h: all', clocks, names, 300 * MINUTE_MS),
  ];
  return [
    ...processFaults,
    ...datastoreFaults,
    ...repositoryDiskFaults(disks),
    ...natsDiskFaults(disks, datastores),
    ...clockFaults,
    ...cacheFaults(environment),
  ];
}

/** Faults of one of several repository processes, while the others go on. */
function memberFaults({ name, database, nats }: Member, { mesh, dataDir }: FaultEnvironment): Fault[] {
  const managed = mesh.processes[name];
  if (!managed) throw new Error(`There is no process ${name}`);
  const cutFault = (what: string, link: Link): Fault => ({
    name: `cut from ${what}: ${name}`,
    async inject() {
      link.cut();
      await sleep(CUT_MS);
      link.restore();
    },
  });
  return [
    {
      name: `kill -9 ${name}`,
      async inject() {
        await managed.kill();
        await managed.ready();
      },
    },
    ...SUSPENDED_SECONDS.map((seconds) => ({
      name: `SIGSTOP ${seconds} s: ${name}`,
      inject: () => suspend([managed.pid()], seconds * 1_000),
    })),
    cutFault('the database', database),
    cutFault('NATS', nats),
    {
      name: `wiped folders: ${name}`,
      inject: () =>
        rm(join(dataDir, name, 'repositories/default/@hashed'), { recursive: true, force: true, maxRetries: 50 }),
    },
  ];
}

/** Folders of repositories that are lost, or replaced by older copies. */
function cacheFaults({ dataDir, mesh, packs }: FaultEnvironment): Fault[] {
  if (packs !== 'objects') return [];
  const repositories = join(dataDir, 'repository/repositories');
  const hashed = join(repositories, 'default/@hashed');
  const name = Object.keys(mesh.processes).find((process) => ['repository', 'all'].includes(process));
  const managed = mesh.processes[name ?? ''];
  if (!managed) return [];
  return [
    { name: 'wiped folders: repositories', inject: () => rm(hashed, { recursive: true, maxRetries: 50 }) },
    {
      name: 'folders of 10 s ago: repositories',
      async inject() {
        // The same disk, and not the name of a storage.
        const copy = join(repositories, '.older');
        const pids = [managed.pid()].filter((pid) => pid !== undefined);
        for (const pid of pids) process.kill(pid, 'SIGSTOP');
        await cp(hashed, copy, { recursive: true });
        for (const pid of pids) process.kill(pid, 'SIGCONT');
        await sleep(OLDER_MS);
        await managed.kill();
        await rename(hashed, `${copy}.replaced`);
        await rename(copy, hashed);
        await managed.ready();
        await rm(`${copy}.replaced`, { recursive: true, maxRetries: 50 });
      },
    },
  ];
}

async function suspend(pids: (number | undefined)[], ms = SUSPENDED_MS) {
  const running = pids.filter((pid) => pid !== undefined);
  for (const pid of running) process.kill(pid, 'SIGSTOP');
  await sleep(ms);
  for (const pid of running) process.kill(pid, 'SIGCONT');
}

function clockFault(name: string, clocks: Clocks, services: string[], ms: number): Fault {
  const shift = (by: number) => services.forEach((service) => clocks.shift(service, by));
  return {
    name,
    async inject() {
      shift(ms);
      await sleep(FAULT_MS);
      shift(0);
    },
  };
}

function repositoryDiskFaults({ repositories: disk }: FaultEnvironment['disks']): (Fault | SkippedFault)[] {
  const [full = '', readOnly = ''] = diskFaults.repositories;
  if (!disk) return [];
  if ('reason' in disk) return diskFaults.repositories.map((name) => ({ name, reason: disk.reason }));
  const fault = (name: string, inject: () => Promise<void>, expectedReason: RegExp) => ({
    name,
    async inject(load: Load) {
      try {
        await inject();
        await Promise.all([checkRefusals(load, name, expectedReason), sleep(FAULT_MS)]);
      } finally {
        await disk.restore();
      }
    },
  });
  return [fault(full, disk.fill, /free disk space/i), fault(readOnly, disk.makeReadOnly, /read-only/i)];
}

function natsDiskFaults({ nats: disk }: FaultEnvironment['disks'], datastores: Datastore[]): (Fault | SkippedFault)[] {
  const [name = ''] = diskFaults.nats;
  const nats = datastores.find((datastore) => datastore.name === 'NATS');
  if (!disk || !nats) return [];
  if ('reason' in disk) return [{ name, reason: disk.reason }];
  return [
    {
      name,
      async inject() {
        try {
          await disk.fill();
          await sleep(FAULT_MS);
        } finally {
          await disk.restore();
        }
        // After a failed write, the server stores nothing more in the stream until it is restarted.
        await nats.kill();
        await nats.restart();
      },
    },
  ];
}
