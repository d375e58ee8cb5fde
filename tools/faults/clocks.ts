// The clocks of the processes, which the tests can set wrong without touching the clock of the machine.

import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const preload = join(import.meta.dirname, 'clock.cjs');

/**
 * @typedef {object} Clocks
 * @property {Record<string, string>} env for all processes
 * @property {(service: string, ms: number) => void} shift sets the clock of a service so far ahead (or behind)
 */

/** @param {string} folder for files that the processes read @returns {Clocks} */
export function createClocks(folder) {
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
