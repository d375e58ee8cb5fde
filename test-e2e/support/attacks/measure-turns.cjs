// Preloaded into every Node process of an instance: records each turn of the event loop that takes
// long. Processor time is measured, because other programs of the machine do not prolong it.
'use strict';

const { ChildProcess } = require('node:child_process');
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');
const { isMainThread } = require('node:worker_threads');

const { FORGE_TURNS_FOLDER: folder = '', FORGE_TURNS_PROCESS: parent = '', NODE_OPTIONS = '' } = process.env;
const script = (process.argv[1] ?? '').split('/').slice(-2).join('/');
const name = parent === '' ? (process.env.FORGE_SERVICE ?? '') : `${parent}/${script}`;
/** Turns above this are recorded, in milliseconds. */
const MIN_MS = 10;
const CHECK_MS = 2;

/** @type {{ spawn(options: { file?: string, envPairs?: string[] }): unknown }} */
const prototype = /** @type {any} */ (ChildProcess.prototype);
const { spawn } = prototype;
prototype.spawn = function spawnMeasured(options) {
  // A Node process gets this file, too, even if its parent sets its environment.
  if (options.file === process.execPath)
    options.envPairs?.push(
      `NODE_OPTIONS=${NODE_OPTIONS}`,
      `FORGE_TURNS_FOLDER=${folder}`,
      `FORGE_TURNS_PROCESS=${name}`,
    );
  return spawn.call(this, options);
};

function processorMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

if (isMainThread) {
  let before = processorMs();
  setInterval(() => {
    const now = processorMs();
    const ms = Math.round(now - before);
    if (ms > MIN_MS)
      appendFileSync(join(folder, 'turns'), `${JSON.stringify({ process: name, at: Date.now(), ms })}\n`);
    before = processorMs();
  }, CHECK_MS).unref();
}
