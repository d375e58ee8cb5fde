// Everything that is done to the mesh. Its processes and engines are killed or stopped for a while, its disks are
// full or read-only, and its clocks are wrong.

import { setTimeout as sleep } from 'node:timers/promises';
import { checkRefusals } from './refusals.ts';

/** How long something stands still (ms): longer than a call is waited for in passing, shorter than all patience. */
const STILL_MS = 4_000;
/** How long an engine is away (ms). */
const AWAY_MS = 2_000;
/** How long a disk or a clock is wrong (ms). */
const WRONG_MS = 6_000;

const MINUTE_MS = 60_000;

/**
 * @typedef {object} Fault
 * @property {string} name
 * @property {(load: import('./load.ts').Load) => Promise<void>} strike does it, and resolves when what was struck is back
 */

/**
 * @typedef {object} UnavailableFault
 * @property {string} name
 * @property {string} why it cannot be done on this machine
 */

/**
 * Names of the faults that need a disk of their own, which is mounted before the mesh is started.
 * @type {Record<'repositories' | 'nats', string[]>}
 */
export const diskFaults = {
  repositories: ['disk full: repositories', 'read-only disk: repositories'],
  nats: ['disk full: NATS'],
};

/**
 * @param {import('./surroundings.ts').Surroundings} surroundings
 * @returns {(Fault | UnavailableFault)[]}
 */
export function faultsOf({ mesh, engines, disks, clocks }) {
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

/** @param {(number | undefined)[]} pids */
async function standStill(pids) {
  const known = pids.filter((pid) => pid !== undefined);
  for (const pid of known) process.kill(pid, 'SIGSTOP');
  await sleep(STILL_MS);
  for (const pid of known) process.kill(pid, 'SIGCONT');
}

/**
 * @param {string} name
 * @param {import('./clocks.ts').Clocks} clocks
 * @param {string[]} services
 * @param {number} ms
 * @returns {Fault}
 */
function clockFault(name, clocks, services, ms) {
  const shift = (/** @type {number} */ by) => services.forEach((service) => clocks.shift(service, by));
  return {
    name,
    async strike() {
      shift(ms);
      await sleep(WRONG_MS);
      shift(0);
    },
  };
}

/** @param {import('./surroundings.ts').Surroundings['disks']} disks @returns {(Fault | UnavailableFault)[]} */
function repositoryDiskFaults({ repositories: disk }) {
  const [full = '', readOnly = ''] = diskFaults.repositories;
  if (!disk) return [];
  if ('why' in disk) return diskFaults.repositories.map((name) => ({ name, why: disk.why }));
  const fault = (
    /** @type {string} */ name,
    /** @type {() => Promise<void>} */ strike,
    /** @type {RegExp} */ wanted,
  ) => ({
    name,
    async strike(/** @type {import('./load.ts').Load} */ load) {
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

/**
 * @param {import('./surroundings.ts').Surroundings['disks']} disks
 * @param {import('./surroundings.ts').Engine[]} engines
 * @returns {(Fault | UnavailableFault)[]}
 */
function natsDiskFaults({ nats: disk }, engines) {
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
        // The server stores nothing more in a stream after a failed write, until it is started again.
        await nats.kill();
        await nats.bringBack();
      },
    },
  ];
}
