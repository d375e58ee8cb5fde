// One endpoint: tried, then alone, at its rate, and at its limit.

import { join } from 'node:path';
import { readQueries, startProfiles } from './measure/index.ts';

/** Clients at the limit. */
const saturationClients = 20;

/** Connections on which a fixed rate may spread. */
const openConnections = 100;

/** How often what is measured alone is done. */
const aloneCount = 20;

/**
 * @typedef {import('./load/statistics.ts').Summary & { usage: import('./measure/meter.ts').Usage }} Phase
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {string} [goal]
 * @property {number} offered requests per second
 * @property {string} [problem] why it was not measured
 * @property {Record<string, number>} [queries] database commands per request, by service
 * @property {Phase} [alone] one client
 * @property {Phase} [fixed] the offered rate
 * @property {Phase} [limit] 20 clients
 */

/** How many requests tell whether an endpoint answers, and how often it asks the database. */
const tryCount = 10;

let serial = 0;

/**
 * @param {import('./endpoints/endpoint.ts').Endpoint} endpoint
 * @param {import('./surroundings.ts').Surroundings} surroundings
 * @param {import('./options.ts').BenchOptions} options
 * @returns {Promise<Row>}
 */
export async function measureEndpoint(endpoint, surroundings, options) {
  const { name, goal, requests, commands, rate = options.rate } = endpoint;
  /** @type {Row} */
  const row = { name, goal, offered: rate };
  const base = { origin: surroundings.url, requests, commands, connections: 1, warmUp: 0, seconds: 600 };
  const { seconds, warmUp, saturation } = options;
  // Material that can be used only once is given out in order: each phase gets what the ones before have left.
  let used = 0;
  const run = (/** @type {Partial<import('./load/job.ts').Job>} */ job) => {
    const left = endpoint.limit === undefined ? base : { ...base, ...leftOf(endpoint, used) };
    return measure(surroundings, { ...left, ...job, serial: ++serial });
  };

  const tries = requests ? tryCount : 1;
  const before = await readQueries(surroundings.metricsPorts);
  const first = await run({ limit: tries });
  const after = await readQueries(surroundings.metricsPorts);
  used += tries;
  const problem = Object.keys(first.failures)[0];
  if (problem) return { ...row, problem };
  row.queries = Object.fromEntries(Object.entries(after).map(([part, n]) => [part, (n - (before[part] ?? 0)) / tries]));

  const alone = endpoint.isAlone ? await run({ limit: requests ? aloneCount : 5 }) : undefined;
  used += alone?.sent ?? 0;
  if (rate === 0) return { ...row, alone };
  const fixed = await run({ rate, seconds, warmUp, connections: openConnections });
  if (endpoint.isUnsaturated) return { ...row, alone, fixed };
  const atLimit = { seconds: saturation, warmUp: Math.min(1, warmUp), connections: saturationClients };
  const limit = await run(atLimit);
  // Recording costs time, so it is done once more for it.
  if (options.profile)
    await measure(surroundings, { ...base, ...atLimit, serial: ++serial }, folderOf(options.profile, name));
  return { ...row, alone, fixed, limit };
}

/** @param {import('./endpoints/endpoint.ts').Endpoint} endpoint @param {number} used */
function leftOf({ requests, commands }, used) {
  return { requests: requests?.slice(used), commands: commands?.slice(used) };
}

/** @param {string} folder @param {string} name */
function folderOf(folder, name) {
  return join(folder, name.replaceAll(/[^\w]+/g, '-'));
}

/**
 * @param {import('./surroundings.ts').Surroundings} surroundings
 * @param {import('./load/job.ts').Job} job
 * @param {string} [profile] folder for CPU profiles of the measured time
 * @returns {Promise<Phase>}
 */
export async function measure({ driver, meter, pids }, job, profile) {
  await meter.settle();
  /** @type {ReturnType<typeof meter.start> | undefined} */
  let stop;
  /** @type {import('./measure/meter.ts').Usage | undefined} */
  let usage;
  /** @type {ReturnType<typeof startProfiles> | undefined} */
  let profiles;
  const summary = await driver.run(job, {
    begin() {
      stop = meter.start();
      if (profile) profiles = startProfiles(pids(), meter.folder);
    },
    end() {
      usage = stop?.();
      profiles?.stop();
    },
  });
  if (!usage) throw new Error('The driver has not said when it began and ended');
  if (profile) await profiles?.save(profile);
  return { ...summary, usage };
}
