// Everything that is done to the mesh: each of its processes and engines dies at once, or stands still for a while.

import { setTimeout as sleep } from 'node:timers/promises';

/** How long something stands still (ms): longer than a call is waited for in passing, shorter than all patience. */
const STILL_MS = 4_000;
/** How long an engine is away (ms). */
const AWAY_MS = 2_000;

/**
 * @typedef {object} Fault
 * @property {string} name
 * @property {() => Promise<void>} strike does it, and resolves when what was struck is back
 */

/** @param {import('./surroundings.mjs').Surroundings} surroundings @returns {Fault[]} */
export function faultsOf({ mesh, engines }) {
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
  return [...members, ...servers];
}

/** @param {(number | undefined)[]} pids */
async function standStill(pids) {
  const known = pids.filter((pid) => pid !== undefined);
  for (const pid of known) process.kill(pid, 'SIGSTOP');
  await sleep(STILL_MS);
  for (const pid of known) process.kill(pid, 'SIGCONT');
}
