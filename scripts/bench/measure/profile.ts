// CPU profiles of all Node processes of the mesh while one endpoint is saturated, with a summary.

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../lib/root.ts';
import { nodeProcessesOf, readProcesses } from './cpu.ts';

/** Lines per process and list. */
const shown = 14;

interface CallFrame {
  functionName: string;
  url: string;
  /** Zero-based. */
  lineNumber: number;
}

interface Profile {
  /** Service and script. */
  name: string;
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  /** Node ids. */
  samples: number[];
  /** Microseconds. */
  timeDeltas: number[];
}

/**
 * Starts profiling all Node processes of process trees.
 * @param roots process ids
 * @param from folder of the preloaded script
 * @returns `save` waits for all profiles and writes them and their summary into a folder, which is
 *   created if missing
 */
export function startProfiles(
  roots: number[],
  from: string,
): { stop: () => void; save: (to: string) => Promise<void> } {
  const processes = readProcesses();
  const pids = roots.flatMap((pid) => nodeProcessesOf(processes, pid));
  const toggle = () => pids.forEach((pid) => process.kill(pid, 'SIGUSR2'));
  toggle();
  return {
    stop: toggle,
    async save(to) {
      mkdirSync(to, { recursive: true });
      const texts = [];
      for (const pid of pids) {
        const path = join(from, `${pid}.cpuprofile`);
        while (!existsSync(path)) await sleep(20);
        const profile = JSON.parse(readFileSync(path, 'utf8')) as Profile;
        renameSync(path, join(to, `${profile.name}.${pid}.cpuprofile`));
        texts.push(summaryOf(profile));
      }
      writeFileSync(join(to, 'summary.txt'), texts.join('\n'));
    },
  };
}

/** @returns the most expensive functions, by self time and by total time */
export function summaryOf({ name, nodes, samples, timeDeltas }: Profile): string {
  const own = ownTimes(samples, timeDeltas);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const alone: Map<string, number> = new Map();
  const together: Map<string, number> = new Map();
  let idle = 0;
  const add = (map: Map<string, number>, key: string, ms: number) => map.set(key, (map.get(key) ?? 0) + ms);
  /** @returns time of the whole subtree */
  const visit = (id: number, callers: Set<string>): number => {
    const node = byId.get(id);
    // The cost of the profiling itself is excluded.
    if (!node || node.callFrame.url.endsWith('preload.cjs')) return 0;
    const label = labelOf(node.callFrame);
    const self = own.get(id) ?? 0;
    if (label === '(idle)') idle += self;
    else add(alone, label, self);
    const isFirst = !callers.has(label);
    const inner = isFirst ? new Set([...callers, label]) : callers;
    const total = (node.children ?? []).reduce((sum, child) => sum + visit(child, inner), self);
    // A recursive function is counted once.
    if (isFirst && node.callFrame.url !== '' && !label.includes('node_modules') && !label.includes('node:'))
      add(together, label, total);
    return total;
  };
  const all = visit(nodes[0]?.id as number, new Set());
  const busy = all - idle;
  if (busy <= 0) return `${name}: idle\n`;
  const lines = (map: Map<string, number>) =>
    [...map]
      .sort(([, a], [, b]) => b - a)
      .slice(0, shown)
      .map(([label, ms]) => `  ${((100 * ms) / busy).toFixed(1).padStart(5)} %  ${label}`);
  const share = `${((100 * busy) / all).toFixed(0)} % busy of ${(all / 1000).toFixed(1)} s`;
  return [
    `${name}: ${share}`,
    ' alone',
    ...lines(alone),
    ' with what they call (own code)',
    ...lines(together),
    '',
  ].join('\n');
}

/** @returns milliseconds by node */
function ownTimes(samples: number[], deltas: number[]): Map<number, number> {
  const times: Map<number, number> = new Map();
  samples.forEach((id, index) => times.set(id, (times.get(id) ?? 0) + (deltas[index] ?? 0) / 1000));
  return times;
}

function labelOf({ functionName, url, lineNumber }: CallFrame) {
  const path = url
    .replace('file://', '')
    .replace(`${root}/`, '')
    .replace(/^node_modules\/\.pnpm\/[^/]+\//, '');
  return path === '' ? functionName : `${functionName || '(anonymous)'} ${path}:${lineNumber + 1}`;
}
