// Types of what `strike.cjs` hands to test suites; the modules behind it say more.
import type { Log } from '../test/mesh.cjs';

export interface Report {
  /** Names of the faults, in their order. */
  struck: string[];
  /** Faults that cannot be done on this machine. */
  skipped: { name: string; why: string }[];
  /** Writes by kind. */
  acknowledged: Record<string, number>;
  refusals: number;
  repeats: number;
  /** Each must be 0. */
  counts: Record<string, number>;
  details: string[];
}

/**
 * Strikes a mesh of its own with faults, one after the other and under load, once each unless a
 * time is given.
 */
export function strike(
  options: { isWanted: (name: string) => boolean; ms?: number },
  log: Log,
  stops: { add(text: string | undefined, stop: () => unknown): void },
): Promise<Report>;
