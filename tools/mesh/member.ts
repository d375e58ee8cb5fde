// One process of the mesh: started, watched, brought back with growing delay when it dies, and
// stopped.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endChild, isRunning, must, spawnTied } from '../lib/processes.ts';
import { openMemberLog } from './member-log.ts';
import type { Log } from '../lib/log.ts';
import type { ChildProcess } from 'node:child_process';

/**
 * Delay before a dead process is started again: doubled at each death, back to the first after a
 * life long enough (ms).
 */
const firstDelay = 200;
const longestDelay = 10_000;
const longLife = 60_000;

/** Time in which the last lines of a dead process's output are read (ms). */
const lastWordsTime = 30;

/** How long a process may take to be ready, on a machine that does much else (ms). */
const readyTime = 300_000;

/** How long it may take to end: longer than it finishes what is under way (ms). */
const endTime = 30_000;

/** How long a script may take (ms). */
const taskTime = 120_000;

/** A process that dies this often before it was ready once is given up at the start. */
const mostEarlyDeaths = 3;

export interface Member {
  name: string;
  /** Port, none for the gateway. */
  grpc: number | undefined;
  /** Port. */
  http: number;
  /** Port of metrics and detailed readiness, on loopback. */
  metrics: number;
  /** Undefined while it is down. */
  pid: () => number | undefined;
  /** Waits until it answers its readiness check. */
  ready: () => Promise<void>;
  /** Asks it to end, kills it after half a minute; it stays down. */
  stop: () => Promise<void>;
  /**
   * Sends a signal (SIGKILL by default) and waits for the death; it comes back by itself when the
   * mesh restarts its processes.
   */
  kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** Runs a script of its folder to the end, with its environment; returns the output. */
  run: (script: string) => Promise<string>;
  /** Stops it if needed, starts it and waits until it is ready. */
  restart: () => Promise<void>;
}

export function createMember({
  name,
  folder,
  env,
  ports,
  host,
  dataDir,
  restart,
  log,
}: {
  name: string;
  /** Holds `dist/main.js`. */
  folder: string;
  env: NodeJS.ProcessEnv;
  ports: { grpc?: number; http: number; metrics: number };
  /** Where its readiness is asked. */
  host: string;
  dataDir: string;
  restart: boolean;
  log: Log;
}): Member & { start(): void; close(): void } {
  const output = openMemberLog(dataDir, name, log);
  let child: ChildProcess | undefined;
  let comeback: NodeJS.Timeout | undefined;
  let isWanted = false;
  let wasReady = false;
  let earlyDeaths = 0;
  let delay = firstDelay;

  function start() {
    isWanted = true;
    clearTimeout(comeback);
    const born = Date.now();
    const started = spawnTied(process.execPath, ['--enable-source-maps', join(folder, 'dist/main.js')], {
      env,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    output.follow(started);
    started.once('error', (error) => log.say(`${name} cannot be started: ${error.message}`));
    started.once('exit', async (code, signal) => {
      await sleep(lastWordsTime);
      if (child !== started || !isWanted) return;
      if (!wasReady) earlyDeaths++;
      if (Date.now() - born > longLife) delay = firstDelay;
      const how = signal ? `by ${signal}` : `with code ${code}`;
      if (!restart) return log.say(`${name} ended ${how}: ${output.lastWords()}`);
      log.say(`${name} ended ${how}, starting it again in ${delay / 1000} s: ${output.lastWords()}`);
      comeback = setTimeout(start, delay);
      delay = Math.min(2 * delay, longestDelay);
    });
  }

  async function stop() {
    isWanted = false;
    clearTimeout(comeback);
    if (child) await endChild(child, { graceMs: endTime });
  }

  async function ready(timeoutMs = readyTime) {
    const until = Date.now() + timeoutMs;
    while (!(await answers(host, ports.http))) {
      if (!wasReady && earlyDeaths >= mostEarlyDeaths) throw new Error(`${name} does not start: ${output.lastWords()}`);
      if (!restart && child && !isRunning(child)) throw new Error(`${name} ended: ${output.lastWords()}`);
      if (Date.now() > until)
        throw new Error(`${name} is not ready after ${timeoutMs / 1000} s: ${output.lastWords()}`);
      await sleep(25);
    }
    wasReady = true;
  }

  return {
    name,
    ...{ grpc: ports.grpc, http: ports.http, metrics: ports.metrics },
    pid: () => (child && isRunning(child) ? child.pid : undefined),
    start,
    ready,
    stop,
    async kill(signal = 'SIGKILL') {
      if (child && isRunning(child)) await endChild(child, { signal });
    },
    async restart() {
      await stop();
      start();
      await ready();
    },
    run: (script) =>
      must(process.execPath, ['--enable-source-maps', join(folder, script)], { env, cwd: folder, timeoutMs: taskTime }),
    close: output.close,
  };
}

/** @returns whether it says that it is ready */
async function answers(host: string, port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://${host}:${port}/-/readiness`, { signal: AbortSignal.timeout(5000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    // Not listening yet, or not any more.
    return false;
  }
}
