// Strikes a mesh of its own with faults, one after the other and under load, and counts afterwards what that broke.

import { setTimeout as sleep } from 'node:timers/promises';
import { faultsOf } from './catalogue.ts';
import { check } from './check.ts';
import { startLoad } from './load.ts';
import { startSurroundings } from './surroundings.ts';

/** Between faults, so that each strikes a mesh that works (ms). */
const REST_MS = 3_000;

/**
 * @typedef {object} Report
 * @property {string[]} struck names of the faults, in their order
 * @property {import('./catalogue.ts').UnavailableFault[]} skipped
 * @property {Record<string, number>} acknowledged writes by kind
 * @property {number} refusals while something was away
 * @property {number} repeats deliveries that the receiver knew already
 * @property {import('./check.ts').Counts} counts
 * @property {string[]} details of what is not 0
 */

/**
 * @param {object} options
 * @param {(name: string) => boolean} options.isWanted which faults
 * @param {number} [options.ms] how long they go on, again from the first; once each where it is absent
 * @param {import('../lib/log.ts').Log} log
 * @param {Pick<import('../lib/stops.ts').Stops, 'add'>} stops
 * @returns {Promise<Report>}
 */
export async function strike({ isWanted, ms }, log, stops) {
  const surroundings = await startSurroundings(isWanted, log, stops);
  const { mesh, folder, dataDir } = surroundings;
  const wanted = faultsOf(surroundings).filter(({ name }) => isWanted(name));
  const skipped = wanted.filter((fault) => 'why' in fault);
  for (const { name, why } of skipped) log.say(`${name}: skipped, ${why}`);
  const faults = wanted.filter((fault) => 'strike' in fault);
  const load = await startLoad({ url: mesh.url, token: String(mesh.rootToken), folder, dataDir });
  stops.add(undefined, load.receiver.close);
  const until = Date.now() + (ms ?? 0);
  /** @type {string[]} */
  const struck = [];
  do {
    for (const fault of faults) {
      await log.step(fault.name, () => fault.strike(load));
      struck.push(fault.name);
      await sleep(REST_MS);
      if (ms !== undefined && Date.now() > until) break;
    }
  } while (Date.now() < until);
  await log.step('Ending the load', load.stop);
  const { counts, details } = await log.step('Checking', () => check(load, surroundings));
  const { acknowledged, refusals } = load.ledger;
  return {
    ...{ struck, skipped },
    acknowledged: Object.fromEntries([...acknowledged].map(([name, keys]) => [name, keys.length])),
    ...{ refusals, repeats: load.receiver.repeats(), counts, details },
  };
}
