// Memory of processes while work runs.

import { readFileSync } from 'node:fs';

const INTERVAL_MS = 100;

/** Resident memory in bytes. */
export interface Memory {
  before: number;
  peak: number;
}

/** Runs work and measures the memory of processes meanwhile. */
export async function measureMemory<T>(pids: () => number[], work: () => Promise<T>): Promise<{ result: T } & Memory> {
  const before = residentBytes(pids());
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, residentBytes(pids()))), INTERVAL_MS);
  try {
    return { result: await work(), before, peak };
  } finally {
    clearInterval(timer);
  }
}

function residentBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + residentOf(pid), 0);
}

/** 0 for a process that has ended. */
function residentOf(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}
