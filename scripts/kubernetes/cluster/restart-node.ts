// Restarts a cluster node that is a process with its own namespaces on this machine:
//   node scripts/run.mjs scripts/kubernetes/cluster/restart-node.ts PID
// PID is the node's first process as seen by this machine. kubelet, containerd and all containers
// are killed with SIGKILL, as in a power failure. kubelet and containerd are then started again and
// restore the rest. Other processes on the node, such as a control plane, keep running. Needs root.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const DAEMONS = ['containerd', 'kubelet'];
const WAIT_TIMEOUT_MS = 60_000;
/** A daemon that runs this long after its start is considered started (ms). */
const STABLE_MS = 5_000;

interface Process {
  pid: number;
  parent: number;
  name: string;
}

/** @returns all processes that are visible to this machine */
function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return [{ pid: Number(pid), parent: Number(parent), name: basename(argumentsOf(Number(pid))[0] ?? '') }];
      } catch {
        // The process has ended.
        return [];
      }
    });
}

function argumentsOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
}

/** @returns the roots and all their descendants */
function descendants(all: Process[], roots: number[]): Process[] {
  const found = all.filter(({ pid }) => roots.includes(pid));
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

function workOf(node: number) {
  const all = descendants(processes(), [node]);
  const isWork = ({ name }: Process) => DAEMONS.includes(name) || name.startsWith('containerd-shim');
  return descendants(
    all,
    all.filter(isWork).map(({ pid }) => pid),
  );
}

/** @returns a function that starts the process again with the same arguments and environment */
function captureStart(node: number, { pid }: Process): () => ChildProcess {
  const [, ...args] = argumentsOf(pid);
  const program = readlinkSync(`/proc/${pid}/exe`);
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').slice(0, -1);
  const log = openSync(`/proc/${pid}/fd/1`, 'a');
  const folder = readlinkSync(`/proc/${pid}/cwd`);
  const inside = ['-t', String(node), '-a', 'env', '-i', '-C', folder, ...environment, program, ...args];
  return () => spawn('nsenter', inside, { stdio: ['ignore', log, log], detached: true });
}

/** Starts a daemon and restarts it if it exits, as kubelet does while containerd is unavailable. */
async function superviseDaemon(start: ReturnType<typeof captureStart>) {
  for (const end = Date.now() + WAIT_TIMEOUT_MS; ; await pause(500)) {
    const child = start();
    child.unref();
    const ended = once(child, 'exit').then(() => false);
    if (await Promise.race([ended, pause(STABLE_MS, true)])) return;
    if (Date.now() > end) throw new Error(`${DAEMONS.join(' and ')} did not start`);
  }
}

const node = Number(process.argv[2]);
if (!Number.isInteger(node) || node <= 1) throw new Error('usage: restart-node.ts PID');
const work = workOf(node);
const daemons = DAEMONS.map((daemon) => work.find(({ name }) => name === daemon));
const starts = daemons.map((daemon, index) => {
  if (!daemon) throw new Error(`${DAEMONS[index]} is not running below ${node}`);
  return captureStart(node, daemon);
});
for (const end = Date.now() + WAIT_TIMEOUT_MS, seen = new Set(); ; await pause(100)) {
  const left = workOf(node);
  for (const { pid } of left) seen.add(pid);
  if (left.length === 0) {
    console.log(`${seen.size} processes ended`);
    break;
  }
  if (Date.now() > end) throw new Error(`${left.map(({ name, pid }) => `${name} ${pid}`).join(', ')} did not end`);
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended.
    }
  }
}
await Promise.all(starts.map(superviseDaemon));
console.log(`${DAEMONS.join(' and ')} started`);
