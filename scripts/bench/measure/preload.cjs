// Preloaded into every Node process of the measured mesh: records each started process, and a CPU
// profile between two SIGUSR2 signals. The services are not aware of it.
'use strict';

const { ChildProcess } = require('node:child_process');
const { appendFileSync, renameSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { join } = require('node:path');

const folder = process.env.FORGE_BENCH_FOLDER ?? '';
const counted = join(folder, 'started');
const inherited = ['NODE_OPTIONS', 'FORGE_BENCH_FOLDER', 'FORGE_SERVICE'].map((name) => `${name}=${process.env[name]}`);

/** @type {{ spawn(options: { file?: string, args?: string[], envPairs?: string[] }): unknown }} */
const prototype = /** @type {any} */ (ChildProcess.prototype);
const { spawn } = prototype;
prototype.spawn = function spawnCounted(options) {
  appendFileSync(counted, `${[options.file, ...(options.args ?? []).slice(1)].map(oneLine).join(' ')}\n`);
  // A Node child process preloads this file too, even if its parent sets its environment.
  if (options.file === process.execPath) options.envPairs?.push(...inherited);
  return spawn.call(this, options);
};

/** @param {string | undefined} text */
function oneLine(text) {
  return String(text).replaceAll('\n', ' ');
}

/** @type {Session | undefined} */
let session;

process.on('SIGUSR2', () => {
  if (session) return finish(session);
  session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: 500 });
  session.post('Profiler.start');
});

/** @param {Session} running */
function finish(running) {
  session = undefined;
  running.post('Profiler.stop', (error, result) => {
    running.disconnect();
    if (error) throw error;
    const script = (process.argv[1] ?? '').split('/').slice(-2).join('-').replace('.js', '');
    const name = `${process.env.FORGE_SERVICE}.${script}`;
    const path = join(folder, `${process.pid}.cpuprofile`);
    writeFileSync(`${path}.part`, JSON.stringify({ name, ...result.profile }));
    renameSync(`${path}.part`, path);
  });
}
