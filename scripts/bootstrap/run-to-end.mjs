// Runs a program in place of this process, with its input, output, signals and exit code.

import { spawn, spawnSync } from 'node:child_process';

/**
 * Ctrl-C under npm sends a signal twice, from the terminal and from npm; both count as one within
 * this time (ms).
 */
const SAME_SIGNAL_MS = 500;

const tie = ['--pdeathsig', 'TERM'];

/**
 * The program and its children receive each signal once. On Linux they run in their own session, so
 * that the terminal does not signal them too, and the kernel ends the program if this process is
 * killed.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function runToEnd(command, args, env) {
  const isTied = process.platform === 'linux' && spawnSync('setpriv', [...tie, 'true']).status === 0;
  const child = isTied
    ? spawn('setpriv', [...tie, command, ...args], { env, stdio: 'inherit', detached: true })
    : spawn(command, args, { env, stdio: 'inherit' });
  forwardSignals((signal) => (isTied ? signalGroup(child, signal) : child.kill(signal)));
  child.on('error', (error) => {
    console.error(error);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
function signalGroup({ pid }, signal) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // The process has already ended.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}

/** @param {(signal: NodeJS.Signals) => unknown} send */
function forwardSignals(send) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) {
    let lastAt = -Infinity;
    process.on(signal, () => {
      const isRepeated = performance.now() - lastAt < SAME_SIGNAL_MS;
      lastAt = performance.now();
      if (!isRepeated) send(signal);
    });
  }
}
