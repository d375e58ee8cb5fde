// Measures what the time of a suite goes into: loading its modules, waiting for conditions, and
// starting instances and datastores; and the CPU time of its worker. Each suite appends its times
// (ms) to the file that `FORGE_TEST_TIMES` names.

const { appendFileSync } = require('node:fs');

/** @typedef {'waiting' | 'starting'} Activity */

/** @type {Record<Activity, { running: number, since: number, totalMs: number }>} */
const activities = {
  waiting: { running: 0, since: 0, totalMs: 0 },
  starting: { running: 0, since: 0, totalMs: 0 },
};

/**
 * Counts the time of some work; work that runs at the same time counts once.
 * @template T
 * @param {Activity} name
 * @param {() => Promise<T>} work
 */
async function measure(name, work) {
  const activity = activities[name];
  if (activity.running++ === 0) activity.since = performance.now();
  try {
    return await work();
  } finally {
    if (--activity.running === 0) activity.totalMs += performance.now() - activity.since;
  }
}

Reflect.set(globalThis, 'forgeMeasure', measure);

const started = { at: performance.now(), cpu: process.cpuUsage() };
let loading = 0;

// The first hook of a suite runs as soon as its modules are loaded.
beforeAll(() => {
  loading = performance.now() - started.at;
});

afterAll(() => {
  const file = process.env.FORGE_TEST_TIMES;
  if (!file) return;
  const { user, system } = process.cpuUsage(started.cpu);
  const times = {
    path: expect.getState().testPath,
    loading,
    waiting: activities.waiting.totalMs,
    starting: activities.starting.totalMs,
    cpu: (user + system) / 1000,
  };
  appendFileSync(file, `${JSON.stringify(times)}\n`);
});
