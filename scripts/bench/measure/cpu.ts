// CPU time of process trees from /proc, including ended children.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

interface Process {
  parent: number;
  ms: number;
}

/** Milliseconds per clock tick of /proc. */
const tick = process.platform === 'linux' ? 1000 / Number(execFileSync('getconf', ['CLK_TCK'])) : NaN;

/** @returns all processes of the machine by id; empty without /proc */
export function readProcesses(): Map<number, Process> {
  const processes: Map<number, Process> = new Map();
  if (process.platform !== 'linux') return processes;
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) && readProcess(Number(name));
    if (found) processes.set(Number(name), found);
  }
  return processes;
}

/** @returns undefined if the process has ended */
function readProcess(pid: number): Process | undefined {
  try {
    // The second field is the command in parentheses and may contain any character; the following
    // fields are numbers.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
    // utime, stime, and those of the reaped children
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    return { parent: fields[1] ?? 0, ms: ticks * tick };
  } catch {
    return undefined;
  }
}

/** @returns all descendants, without the process itself */
export function descendantsOf(processes: Map<number, Process>, pid: number): number[] {
  const children = [...processes].filter(([, { parent }]) => parent === pid).map(([child]) => child);
  return children.flatMap((child) => [child, ...descendantsOf(processes, child)]);
}

/**
 * CPU milliseconds by part. Children of the repository service, or of the process of all services,
 * (git worker and git processes) form the part `git`.
 * @param roots process ids of each part
 * @returns milliseconds by part, and those of the whole machine as `all`
 */
export function cpuByPart(roots: Record<string, number[]>): Record<string, number> {
  const processes = readProcesses();
  const ofAll = (pids: number[]) => pids.reduce((sum, pid) => sum + (processes.get(pid)?.ms ?? 0), 0);
  const parts: Record<string, number> = {};
  for (const [part, pids] of Object.entries(roots)) {
    const below = ofAll(pids.flatMap((pid) => descendantsOf(processes, pid)));
    const runsGit = part === 'repository' || part === 'services';
    parts[part] = ofAll(pids) + (runsGit ? 0 : below);
    if (runsGit) parts.git = below;
  }
  parts.all = cpuOfMachine();
  return parts;
}

/** @returns CPU milliseconds used by all cores since boot; NaN without /proc */
function cpuOfMachine(): number {
  if (process.platform !== 'linux') return NaN;
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)
    .join()
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq) * tick;
}

/** @returns ids of the Node processes in its tree, itself included */
export function nodeProcessesOf(processes: Map<number, Process>, pid: number): number[] {
  return [pid, ...descendantsOf(processes, pid)].filter((one) => {
    try {
      return readlinkSync(`/proc/${one}/exe`) === process.execPath;
    } catch {
      // The process has ended.
      return false;
    }
  });
}
