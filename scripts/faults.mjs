// `npm run faults`: strikes a mesh of its own with every fault of the catalogue, in turn and under load, and counts what that broke.

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { faultsOf } from '../test-e2e/failpoints/catalogue.mjs';
import { check } from '../test-e2e/failpoints/check.mjs';
import { startLoad } from '../test-e2e/failpoints/load.mjs';
import { startSurroundings } from '../test-e2e/failpoints/surroundings.mjs';
import { build } from './build.mjs';
import { PlainError, runMain } from './lib/fail.mjs';
import { createLog } from './lib/log.mjs';
import { checkMachine, installDependencies } from './lib/requirements.mjs';
import { createStops } from './lib/stops.mjs';

const usage = 'Usage: npm run faults -- [--minutes NUMBER (5)] [--only TEXT in the name of a fault]';
/** Between faults, so that each strikes a mesh that works (ms). */
const REST_MS = 3_000;

await runMain(async () => {
  const options = readOptions();
  const log = createLog();
  const stops = createStops(log);
  try {
    await checkMachine();
    await installDependencies(log);
    await build({ log });
    const isWell = await strike(options, log, stops);
    await stops.all();
    return isWell ? 0 : 1;
  } catch (error) {
    // What was under way when Ctrl-C came may fail: that is no news.
    if (stops.isStopping()) return stops.finished();
    await stops.all();
    throw error;
  }
});

function readOptions() {
  const { values } = parseArgs({ options: { minutes: { type: 'string' }, only: { type: 'string' } } });
  const minutes = Number(values.minutes ?? 5);
  if (!(minutes > 0)) throw new PlainError(`--minutes must be a number above 0. ${usage}`);
  return { minutes, only: values.only ?? '' };
}

/**
 * @param {{ minutes: number, only: string }} options
 * @param {import('./lib/log.mjs').Log} log
 * @param {import('./lib/stops.mjs').Stops} stops
 * @returns {Promise<boolean>} whether nothing broke
 */
async function strike({ minutes, only }, log, stops) {
  const surroundings = await startSurroundings(log, stops);
  const { mesh, folder, dataDir } = surroundings;
  const faults = faultsOf(surroundings).filter(({ name }) => name.includes(only));
  if (faults.length === 0) throw new PlainError(`No fault is named ${only}. ${usage}`);
  const load = await startLoad({ url: mesh.url, token: String(mesh.rootToken), folder });
  const until = Date.now() + minutes * 60_000;
  let struck = 0;
  while (Date.now() < until) {
    const fault = faults[struck++ % faults.length];
    await log.step(String(fault?.name), async () => fault?.strike());
    await sleep(REST_MS);
  }
  await log.step('Ending the load', load.stop);
  const counts = await log.step('Checking', () => check(load, dataDir));
  const { ledger } = load;
  console.log(`${struck} faults of ${faults.length} kinds`);
  console.log(`acknowledged: ${ledger.issues.size} issues, ${ledger.commits.length} commits, ${ledger.pushes} pushes`);
  console.log(`refused while something was away: ${ledger.refusals}`);
  for (const [name, count] of Object.entries(counts)) console.log(`${name}: ${count}`);
  for (const answer of new Set(ledger.wrong)) console.log(`  ${answer}`);
  return Object.values(counts).every((count) => count === 0);
}
