// Restarts the node of a cluster whose node is no machine but a process with namespaces of its own
// on this one:
//   node tools/run.mjs tools/cluster/restart-node.ts PID
// PID is the node's first process, as this machine counts. kubelet, containerd and every container
// end at once by SIGKILL, as in a loss of power; the two are started again as they were, and bring
// all else back. What else runs on the node, as a control plane, stays. Needs root.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const DAEMONS = ['containerd', 'kubelet'];
const WAIT_TIMEOUT_MS = 60_000;
/** What lives for so long after its start has what it needs. */
const SETTLED_MS = 5_000;

interface Process {
  pid: number;
  parent: number;
  name: string;
}

/** @returns all that this machine sees */
function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return [{ pid: Number(pid), parent: Number(parent), name: basename(argumentsOf(Number(pid))[0] ?? '') }];
      } catch {
        // It ended meanwhile.
        return [];
      }
    });
}

function argumentsOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
}

/** @returns the roots and all that descends from them */
function below(all: Process[], roots: number[]): Process[] {
  const found = all.filter(({ pid }) => roots.includes(pid));
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

function workOf(node: number) {
  const members = below(processes(), [node]);
  const isWork = ({ name }: Process) => DAEMONS.includes(name) || name.startsWith('containerd-shim');
  return below(
    members,
    members.filter(isWork).map(({ pid }) => pid),
  );
}

/** @returns starts it again as it is now */
function remember(node: number, { pid }: Process): () => ChildProcess {
  const [, ...args] = argumentsOf(pid);
  const program = readlinkSync(`/proc/${pid}/exe`);
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').slice(0, -1);
  const log = openSync(`/proc/${pid}/fd/1`, 'a');
  const folder = readlinkSync(`/proc/${pid}/cwd`);
  const inside = ['-t', String(node), '-a', 'env', '-i', '-C', folder, ...environment, program, ...args];
  return () => spawn('nsenter', inside, { stdio: ['ignore', log, log], detached: true });
}

/** Starts a daemon, and again where it ends: kubelet does while containerd does not answer. */
async function bringUp(start: ReturnType<typeof remember>) {
  for (const end = Date.now() + WAIT_TIMEOUT_MS; ; await pause(500)) {
    const child = start();
    child.unref();
    const ended = once(child, 'exit').then(() => false);
    if (await Promise.race([ended, pause(SETTLED_MS, true)])) return;
    if (Date.now() > end) throw new Error(`${DAEMONS.join(' and ')} do not start`);
  }
}

const node = Number(process.argv[2]);
if (!Number.isInteger(node) || node <= 1) throw new Error('usage: restart-node.ts PID');
const work = workOf(node);
const daemons = DAEMONS.map((wanted) => work.find(({ name }) => name === wanted));
const starts = daemons.map((daemon, index) => {
  if (!daemon) throw new Error(`${DAEMONS[index]} does not run below ${node}`);
  return remember(node, daemon);
});
for (const end = Date.now() + WAIT_TIMEOUT_MS, seen = new Set(); ; await pause(100)) {
  const left = workOf(node);
  for (const { pid } of left) seen.add(pid);
  if (left.length === 0) {
    console.log(`${seen.size} processes ended`);
    break;
  }
  if (Date.now() > end) throw new Error(`${left.map(({ name, pid }) => `${name} ${pid}`).join(', ')} do not end`);
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended meanwhile.
    }
  }
}
await Promise.all(starts.map(bringUp));
console.log(`${DAEMONS.join(' and ')} started`);
