// Child processes: run to the end, start one that dies with us, and end one by its id.

import { spawn, spawnSync, type SpawnOptions, type ChildProcess } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Finished {
  /** Exit code, null when a signal ended it. */
  code: number | null;
  /** Stdout and stderr together. */
  output: string;
}

/**
 * Runs a command to its end.
 * @param options `timeoutMs` ends it with SIGKILL; `onLine` gets each line as it comes; `inherit`
 *   gives it our own stdout and stderr
 * @returns never rejects on a non-zero exit; rejects when the command cannot be started
 */
export function run(
  command: string,
  args: string[],
  {
    cwd,
    env,
    timeoutMs,
    onLine,
    inherit = false,
  }: {
    cwd?: string;
    env?: NodeJS.ProcessEnv;
    timeoutMs?: number;
    onLine?: (line: string) => void;
    inherit?: boolean;
  } = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const stdio = inherit ? 'inherit' : 'pipe';
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', stdio, stdio],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    let output = '';
    let rest = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
        if (!onLine) return;
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) onLine(line);
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

/**
 * Runs a command and rejects when its exit code is not 0; the message names the command and the end
 * of its output.
 * @returns its output
 */
export async function must(command: string, args: string[], options?: Parameters<typeof run>[2]): Promise<string> {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.slice(0, 3).join(' ')} ended with ${code}: ${tail(output)}`);
  return output;
}

/** @returns the last lines that are not empty, joined by ` | ` */
export function tail(text: string, lines = 6): string {
  return text.trim().split('\n').slice(-lines).join(' | ').slice(-1500);
}

/** @returns full path of an executable on the PATH */
export function which(command: string): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, process.platform === 'win32' ? `${command}.exe` : command);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder: the next one is tried.
    }
  }
  return undefined;
}

/**
 * Starts a long-running child in a session of its own (Ctrl-C reaches us alone, so that we can stop
 * things in order). It ends when we end, however we end: by the kernel on Linux, elsewhere by our
 * exit handler.
 * @returns the child; its pid is that of the command
 */
export function spawnTied(command: string, args: string[], options: SpawnOptions): ChildProcess {
  const child = canTie()
    ? spawn('setpriv', [...tie, command, ...args], { ...options, detached: true })
    : spawn(command, args, { ...options, detached: true });
  endWithUs(child);
  return child;
}

const tie = ['--pdeathsig', 'TERM'];
let tieable: boolean | undefined;

/** Whether the system's setpriv can tie a child to our life (it is asked once). */
function canTie() {
  tieable ??= process.platform === 'linux' && spawnSync('setpriv', [...tie, 'true']).status === 0;
  return tieable;
}

const tied: Set<ChildProcess> = new Set();
let isWatching = false;

function endWithUs(child: ChildProcess) {
  if (!isWatching) process.once('exit', () => tied.forEach((one) => one.kill('SIGTERM')));
  isWatching = true;
  tied.add(child);
  child.on('exit', () => tied.delete(child));
  child.on('error', () => tied.delete(child));
}

/**
 * Kills all children that were started with `spawnTied`, for who cannot wait for their ordered end.
 */
export function killTied() {
  for (const child of tied) child.kill('SIGKILL');
}

/** @returns whether it has not ended yet */
export function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** @returns resolves when it has ended */
export function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (isRunning(child)) child.once('exit', () => resolve());
    else resolve();
  });
}

/** Asks a child to end and waits; after `graceMs` it is killed. */
export async function endChild(
  child: ChildProcess,
  { signal = 'SIGTERM', graceMs = 10_000 }: { signal?: NodeJS.Signals; graceMs?: number } = {},
) {
  if (!isRunning(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await ended;
  clearTimeout(timer);
}

/**
 * Ends a process that is no child of ours (an orphan of an earlier run) and waits until it is gone.
 */
export async function endPid(
  pid: number,
  { signal = 'SIGTERM', graceMs = 10_000 }: { signal?: NodeJS.Signals; graceMs?: number } = {},
) {
  const killAt = Date.now() + graceMs;
  for (let next = signal; isAlive(pid); await sleep(50)) {
    if (Date.now() > killAt) next = 'SIGKILL';
    trySignal(pid, next);
  }
}

function trySignal(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** @returns whether such a process exists and is no zombie */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return processStat(pid)?.state !== 'Z';
}

/**
 * What tells a process from a later one that got the same number: its start time in clock ticks
 * since boot, and the boot.
 * @returns empty where the system does not tell (then only the number is compared)
 */
export function birthOf(pid: number): string {
  const ticks = processStat(pid)?.start;
  return ticks ? `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}` : '';
}

/** @returns undefined without /proc */
function processStat(pid: number): { state: string; start: string } | undefined {
  try {
    // The second field is the command in brackets and may hold anything; the fields after it are
    // plain.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { state: fields[0] ?? '', start: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
