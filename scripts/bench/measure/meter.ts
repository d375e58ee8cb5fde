// Measures resource use between two moments: CPU by part, and started processes.

import { closeSync, fstatSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuByPart } from './cpu.ts';

export interface Usage {
  /** By part; `others` is the use outside the mesh and the benchmark. */
  cpuMs: Record<string, number>;
  wallMs: number;
  /** Command lines of the processes that the services started. */
  started: string[];
}

export interface Meter {
  start: () => () => Usage;
  settle: () => Promise<void>;
  folder: string;
}

/** Parts that do not belong to the mesh. */
const outside = new Set(['all', 'load']);

/** The mesh is idle below this share of one core; its background work uses less. */
const IDLE_CPU_SHARE = 0.3;

/**
 * How long to wait for the mesh to become idle, in milliseconds; work left from an overload may
 * take a while.
 */
const IDLE_TIMEOUT_MS = 30_000;

/**
 * @param folder where the preloaded script writes
 * @param roots process ids of each part; `load` is the benchmark itself
 */
export function createMeter(folder: string, roots: () => Record<string, number[]>): Meter {
  const file = join(folder, 'started');
  writeFileSync(file, '', { flag: 'a' });
  return {
    folder,
    start() {
      const before = cpuByPart(roots());
      const at = performance.now();
      const offset = readFileSync(file).length;
      return () => {
        const after = cpuByPart(roots());
        const cpuMs = Object.fromEntries(Object.entries(after).map(([part, ms]) => [part, ms - (before[part] ?? 0)]));
        const { all = NaN, ...parts } = cpuMs;
        const others = all - Object.values(parts).reduce((sum, ms) => sum + ms, 0);
        return { cpuMs: { ...parts, others }, wallMs: performance.now() - at, started: linesFrom(file, offset) };
      };
    },
    async settle() {
      const used = () => {
        const parts = Object.entries(cpuByPart(roots()));
        return parts.reduce((sum, [part, ms]) => (outside.has(part) ? sum : sum + ms), 0);
      };
      for (const until = performance.now() + IDLE_TIMEOUT_MS; performance.now() < until;) {
        const [before, at] = [used(), performance.now()];
        await sleep(500);
        if (used() - before < IDLE_CPU_SHARE * (performance.now() - at)) return;
      }
    },
  };
}

function linesFrom(path: string, offset: number) {
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(fstatSync(file).size - offset);
  readSync(file, bytes, 0, bytes.length, offset);
  closeSync(file);
  return bytes.toString().split('\n').filter(Boolean);
}
