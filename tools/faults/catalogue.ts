// Everything that is done to the mesh. Its processes and engines are killed or stopped for a while,
// its disks are full or read-only, and its clocks are wrong.

import { setTimeout as sleep } from 'node:timers/promises';
import { checkRefusals } from './refusals.ts';
import { diskFaults } from './disks.ts';
import type { Load } from './load.ts';
import type { Engine, Surroundings } from './surroundings.ts';
import type { Clocks } from './clocks.ts';

/**
 * How long something is suspended (ms): longer than the deadline of an optional call, shorter than
 * every other deadline.
 */
const STILL_MS = 4_000;
/** How long an engine is away (ms). */
const AWAY_MS = 2_000;
/** How long a disk or a clock is wrong (ms). */
const WRONG_MS = 6_000;

const MINUTE_MS = 60_000;

interface Fault {
  name: string;
  /** Does it, and resolves when what was struck is back. */
  strike: (load: Load) => Promise<void>;
}

export interface UnavailableFault {
  name: string;
  /** It cannot be done on this machine. */
  why: string;
}

export function faultsOf({ mesh, engines, disks, clocks }: Surroundings): (Fault | UnavailableFault)[] {
  const members = Object.values(mesh.processes).flatMap((member) => [
    {
      name: `kill -9 ${member.name}`,
      async strike() {
        await member.kill();
        await member.ready();
      },
    },
    { name: `SIGSTOP ${member.name}`, strike: () => standStill([member.pid()]) },
  ]);
  const servers = engines.flatMap((engine) => [
    {
      name: `kill -9 ${engine.name}`,
      async strike() {
        await engine.kill();
        await sleep(AWAY_MS);
        await engine.bringBack();
      },
    },
    { name: `SIGSTOP ${engine.name}`, strike: () => standStill(engine.pids()) },
  ]);
  const names = Object.keys(mesh.processes);
  const shifts = [
    ...names.flatMap((name) => [
      clockFault(`clock +10 min: ${name}`, clocks, [name], 10 * MINUTE_MS),
      clockFault(`clock -10 min: ${name}`, clocks, [name], -10 * MINUTE_MS),
    ]),
    clockFault('clock +10 min: all', clocks, names, 10 * MINUTE_MS),
    clockFault('clock -10 min: all', clocks, names, -10 * MINUTE_MS),
    clockFault('clock +5 h: all', clocks, names, 300 * MINUTE_MS),
  ];
  return [...members, ...servers, ...repositoryDiskFaults(disks), ...natsDiskFaults(disks, engines), ...shifts];
}

async function standStill(pids: (number | undefined)[]) {
  const known = pids.filter((pid) => pid !== undefined);
  for (const pid of known) process.kill(pid, 'SIGSTOP');
  await sleep(STILL_MS);
  for (const pid of known) process.kill(pid, 'SIGCONT');
}

function clockFault(name: string, clocks: Clocks, services: string[], ms: number): Fault {
  const shift = (by: number) => services.forEach((service) => clocks.shift(service, by));
  return {
    name,
    async strike() {
      shift(ms);
      await sleep(WRONG_MS);
      shift(0);
    },
  };
}

function repositoryDiskFaults({ repositories: disk }: Surroundings['disks']): (Fault | UnavailableFault)[] {
  const [full = '', readOnly = ''] = diskFaults.repositories;
  if (!disk) return [];
  if ('why' in disk) return diskFaults.repositories.map((name) => ({ name, why: disk.why }));
  const fault = (name: string, strike: () => Promise<void>, wanted: RegExp) => ({
    name,
    async strike(load: Load) {
      try {
        await strike();
        await Promise.all([checkRefusals(load, name, wanted), sleep(WRONG_MS)]);
      } finally {
        await disk.restore();
      }
    },
  });
  return [fault(full, disk.fill, /free disk space/i), fault(readOnly, disk.makeReadOnly, /read-only/i)];
}

function natsDiskFaults({ nats: disk }: Surroundings['disks'], engines: Engine[]): (Fault | UnavailableFault)[] {
  const [name = ''] = diskFaults.nats;
  const nats = engines.find((engine) => engine.name === 'NATS');
  if (!disk || !nats) return [];
  if ('why' in disk) return [{ name, why: disk.why }];
  return [
    {
      name,
      async strike() {
        try {
          await disk.fill();
          await sleep(WRONG_MS);
        } finally {
          await disk.restore();
        }
        // The server stores nothing more in a stream after a failed write, until it is started
        // again.
        await nats.kill();
        await nats.bringBack();
      },
    },
  ];
}
