// Shifts the clocks of processes without touching the clock of the machine.

import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const preload = join(import.meta.dirname, 'clock.cjs');

export interface Clocks {
  /** Environment for all processes. */
  env: Record<string, string>;
  /** Sets the offset of a service's clock, which may be negative. */
  shift: (service: string, ms: number) => void;
}

/** @param folder for files that the processes read */
export function createClocks(folder: string): Clocks {
  const clocks = join(folder, 'clocks');
  mkdirSync(clocks);
  const options = [process.env.NODE_OPTIONS, `--require=${JSON.stringify(preload)}`];
  return {
    env: { NODE_OPTIONS: options.filter(Boolean).join(' '), FAILPOINT_CLOCKS: clocks },
    shift(service, ms) {
      const file = join(clocks, service);
      writeFileSync(`${file}.new`, String(ms));
      renameSync(`${file}.new`, file);
    },
  };
}
