// Child processes: running to completion, starting with the lifetime of this process, and stopping.

import { spawn, spawnSync, type SpawnOptions, type ChildProcess } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withoutSecrets } from '../bootstrap/environment.cjs';

interface Finished {
  /** Exit code; null if a signal ended the process. */
  code: number | null;
  /** Stdout and stderr together. */
  output: string;
}

/**
 * Runs a command to completion.
 * @param options `env` is by default that of this process without secrets; `timeoutMs` kills it
 *   with SIGKILL; `onLine` receives each line of output; `inherit` passes stdout and stderr through
 * @returns resolves even for a non-zero exit code; rejects if the command cannot be started
 */
export function run(
  command: string,
  args: string[],
  {
    cwd,
    env = withoutSecrets(process.env),
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
 * Runs a command and rejects if its exit code is not 0; the message contains the command and the
 * end of its output.
 * @returns its output
 */
export async function runOrFail(command: string, args: string[], options?: Parameters<typeof run>[2]): Promise<string> {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.slice(0, 3).join(' ')} ended with ${code}: ${tail(output)}`);
  return output;
}

/** @returns the last non-empty lines, joined by ` | ` */
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
      // Not in this folder.
    }
  }
  return undefined;
}

/**
 * Starts a long-running child process in its own session, so that Ctrl-C reaches only this process,
 * which stops children in order. The child ends with this process: by the kernel on Linux,
 * elsewhere by an exit handler.
 * @returns the child; its pid is that of the command
 */
export function spawnLinked(command: string, args: string[], options: SpawnOptions): ChildProcess {
  const child = canLink()
    ? spawn('setpriv', [...tie, command, ...args], { ...options, detached: true })
    : spawn(command, args, { ...options, detached: true });
  killOnExit(child);
  return child;
}

/**
 * @param additions variables that the program gets besides those of this process
 * @returns the environment of a program that needs none of Forgemesh's secrets
 */
export function programEnvironment(additions: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...withoutSecrets(process.env), ...additions };
}

/** @returns the environment of a program that needs nothing of Forgemesh's */
export function minimalEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, TZ } = process.env;
  return { PATH, HOME, LANG, TZ };
}

const tie = ['--pdeathsig', 'TERM'];
let isLinkSupported: boolean | undefined;

/** Whether setpriv can set the parent death signal; checked once. */
function canLink() {
  isLinkSupported ??= process.platform === 'linux' && spawnSync('setpriv', [...tie, 'true']).status === 0;
  return isLinkSupported;
}

const linkedChildren: Set<ChildProcess> = new Set();
let isWatching = false;

function killOnExit(child: ChildProcess) {
  if (!isWatching) process.once('exit', () => linkedChildren.forEach((one) => one.kill('SIGTERM')));
  isWatching = true;
  linkedChildren.add(child);
  child.on('exit', () => linkedChildren.delete(child));
  child.on('error', () => linkedChildren.delete(child));
}

/** Kills all children started with `spawnLinked`, if there is no time for an orderly stop. */
export function killLinked() {
  for (const child of linkedChildren) child.kill('SIGKILL');
}

/** @returns whether the child has not ended yet */
export function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** @returns resolves when the child has ended */
export function waitForExit(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (isRunning(child)) child.once('exit', () => resolve());
    else resolve();
  });
}

/** Signals a child and waits for its end; it is killed after `graceMs`. */
export async function stopChild(
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

/** Stops a process that is not a child (an orphan of an earlier run) and waits for its end. */
export async function stopProcess(
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

/** @returns whether the process exists and is not a zombie */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return processStat(pid)?.state !== 'Z';
}

/**
 * Distinguishes a process from a later one with the same id: its start time in clock ticks since
 * boot, and the boot id.
 * @returns empty if the system does not provide it; then only the process id is compared
 */
export function startTimeOf(pid: number): string {
  const ticks = processStat(pid)?.start;
  return ticks ? `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}` : '';
}

/** @returns undefined without /proc */
function processStat(pid: number): { state: string; start: string } | undefined {
  try {
    // The second field is the command in parentheses and may contain any character; the following
    // fields are numbers.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { state: fields[0] ?? '', start: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
