// The driver as the benchmark uses it.

import { fork } from 'node:child_process';
import { join } from 'node:path';

/**
 * @typedef {object} Driver
 * @property {number} pid
 * @property {(job: import('./job.ts').Job, marks: { begin(): void, end(): void }) => Promise<import('./statistics.ts').Summary>} run
 *   one job at a time; `begin` and `end` are called at the borders of the measured time
 * @property {() => void} close
 */

/** @returns {Driver} */
export function startDriver() {
  // A time that does not exist is NaN, which JSON does not know.
  const child = fork(join(import.meta.dirname, 'driver.ts'), { serialization: 'advanced' });
  return {
    pid: child.pid ?? 0,
    run: (job, marks) =>
      new Promise((resolve, reject) => {
        const failed = () => reject(new Error('The driver of the benchmark ended'));
        child.once('exit', failed);
        child.on('message', listen);
        child.send(job, (error) => error && reject(error));

        /** @param {unknown} message */
        function listen(message) {
          const said = /** @type {import('./job.ts').DriverMessage} */ (message);
          if (said.event !== 'result') return marks[said.event]();
          child.off('message', listen);
          child.off('exit', failed);
          resolve(said.summary);
        }
      }),
    close: () => void child.kill(),
  };
}
