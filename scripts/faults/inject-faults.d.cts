// Types of `inject-faults.cjs` for test suites; the modules contain the documentation.
import type { Log } from '../test/mesh.cjs';

interface Outage {
  ms: number;
  responses: string[];
}

export interface Report {
  /** Names of the injected faults, in order. */
  injected: string[];
  /** Faults that are impossible on this machine. */
  skipped: { name: string; reason: string }[];
  /** Number of writes by kind. */
  acknowledged: Record<string, number>;
  refusals: number;
  redeliveries: number;
  /** Each count must be 0. */
  counts: Record<string, number>;
  details: string[];
  /** Longest times without a success in any repository during each fault. */
  outages: { fault: string; reads: Outage; writes: Outage }[];
  observed: { reads: number; races: number } | undefined;
  /** Folder with the logs of the mesh if a count is not 0. */
  logs: string | undefined;
}

/**
 * Injects faults into its own mesh, one after the other and under load; once each unless `ms` is
 * given.
 */
export function injectFaults(
  options: {
    isSelected: (name: string) => boolean;
    ms?: number;
    packs?: 'folder' | 'objects';
    repositories?: number;
  },
  log: Log,
  shutdown: { add(text: string | undefined, stop: () => unknown): void },
): Promise<Report>;
