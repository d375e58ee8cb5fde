// One process of the mesh: starts it, restarts it with backoff when it dies, and stops it.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mainFile } from '../build/bundle.ts';
import { compileCacheFolder } from '../bootstrap/cache-folder.cjs';
import { stopChild, isRunning, runOrFail, spawnLinked } from '../lib/processes.ts';
import { openProcessLog } from './process-log.ts';
import type { Log } from '../lib/log.ts';
import type { ChildProcess } from 'node:child_process';

/**
 * V8 would let the space of new objects grow to 128 MB in each process; more than 48 MB saves no
 * CPU time. The images have the same option.
 */
const nodeOptions = ['--max-semi-space-size=16'];

/**
 * Delay before a dead process is restarted (ms): doubled at each death, reset after a long enough
 * run.
 */
const initialDelay = 200;
const maxDelay = 10_000;
const STABLE_MS = 60_000;

/** How long the remaining output of a dead process is read (ms). */
const DRAIN_MS = 30;

/** Timeout for a process to become ready, on a busy machine (ms). */
const READY_TIMEOUT_MS = 300_000;

/** Timeout for a process to stop (ms), longer than its own limit for running requests. */
const STOP_TIMEOUT_MS = 30_000;

/** Timeout of a script (ms). */
const TASK_TIMEOUT_MS = 120_000;

/** Number of deaths before the first readiness after which the start fails. */
const MAX_FAILED_STARTS = 3;

export interface ManagedProcess {
  name: string;
  /** Port; undefined for the gateway. */
  grpc: number | undefined;
  /** Port. */
  http: number;
  /** Port of metrics and detailed readiness, on loopback. */
  metrics: number;
  /** Undefined while it is stopped. */
  pid: () => number | undefined;
  /** Waits until its readiness check succeeds. */
  ready: () => Promise<void>;
  /** Stops it, and kills it after half a minute; it is not restarted. */
  stop: () => Promise<void>;
  /**
   * Sends a signal (SIGKILL by default) and waits for the end; the mesh restarts it if it restarts
   * processes.
   */
  kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** Runs a script of its folder to completion, with its environment; returns the output. */
  run: (script: string) => Promise<string>;
  /** Stops it if needed, starts it and waits until it is ready. */
  restart: () => Promise<void>;
}

export function createManagedProcess({
  name,
  folder,
  environment,
  ports,
  host,
  dataDir,
  restart,
  log,
}: {
  name: string;
  /** Contains `dist/main.js`. */
  folder: string;
  /** Called at each start. */
  environment: () => NodeJS.ProcessEnv;
  ports: { grpc?: number; http: number; metrics: number };
  /** Address of its readiness check. */
  host: string;
  dataDir: string;
  restart: boolean;
  log: Log;
}): ManagedProcess & { start(): void; close(): void } {
  const output = openProcessLog(dataDir, name, log);
  let child: ChildProcess | undefined;
  let restartTimer: NodeJS.Timeout | undefined;
  let shouldRun = false;
  let wasReady = false;
  let failedStarts = 0;
  let delay = initialDelay;

  function start() {
    shouldRun = true;
    clearTimeout(restartTimer);
    const startedAt = Date.now();
    const started = spawnLinked(process.execPath, [...nodeOptions, mainFile(folder)], {
      env: { NODE_COMPILE_CACHE: compileCacheFolder(), ...environment() },
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    output.follow(started);
    started.once('error', (error) => log.print(`${name} cannot be started: ${error.message}`));
    started.once('exit', async (code, signal) => {
      await sleep(DRAIN_MS);
      if (child !== started || !shouldRun) return;
      if (!wasReady) failedStarts++;
      if (Date.now() - startedAt > STABLE_MS) delay = initialDelay;
      const how = signal ? `by ${signal}` : `with code ${code}`;
      if (!restart) return log.print(`${name} ended ${how}: ${output.lastLines()}`);
      log.print(`${name} ended ${how}, restarting it in ${delay / 1000} s: ${output.lastLines()}`);
      restartTimer = setTimeout(start, delay);
      delay = Math.min(2 * delay, maxDelay);
    });
  }

  async function stop() {
    shouldRun = false;
    clearTimeout(restartTimer);
    if (child) await stopChild(child, { graceMs: STOP_TIMEOUT_MS });
  }

  async function ready(timeoutMs = READY_TIMEOUT_MS) {
    const until = Date.now() + timeoutMs;
    while (!(await isReady(host, ports.http))) {
      if (!wasReady && failedStarts >= MAX_FAILED_STARTS)
        throw new Error(`${name} does not start: ${output.lastLines()}`);
      if (!restart && child && !isRunning(child)) throw new Error(`${name} ended: ${output.lastLines()}`);
      if (Date.now() > until)
        throw new Error(`${name} is not ready after ${timeoutMs / 1000} s: ${output.lastLines()}`);
      await sleep(25);
    }
    wasReady = true;
  }

  return {
    name,
    grpc: ports.grpc,
    http: ports.http,
    metrics: ports.metrics,
    pid: () => (child && isRunning(child) ? child.pid : undefined),
    start,
    ready,
    stop,
    async kill(signal = 'SIGKILL') {
      if (child && isRunning(child)) await stopChild(child, { signal });
    },
    async restart() {
      await stop();
      start();
      await ready();
    },
    run: (script) =>
      runOrFail(process.execPath, [...nodeOptions, join(folder, script)], {
        env: environment(),
        cwd: folder,
        timeoutMs: TASK_TIMEOUT_MS,
      }),
    close: output.close,
  };
}

/** @returns whether the readiness check succeeds */
async function isReady(host: string, port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://${host}:${port}/-/readiness`, { signal: AbortSignal.timeout(5000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    // The process is not listening.
    return false;
  }
}
