// Starts the load driver.

import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { DriverMessage, Job } from './job.ts';
import type { Summary } from './statistics.ts';

export interface Driver {
  pid: number;
  /**
   * Runs one job at a time; `begin` and `end` are called at the start and end of the measured time.
   */
  run: (job: Job, marks: { begin(): void; end(): void }) => Promise<Summary>;
  close: () => void;
}

export function startDriver(): Driver {
  // A missing time is NaN, which JSON cannot represent.
  const child = fork(join(import.meta.dirname, 'driver.ts'), { serialization: 'advanced' });
  return {
    pid: child.pid ?? 0,
    run: (job, marks) =>
      new Promise((resolve, reject) => {
        const failed = () => reject(new Error('The load driver exited'));
        child.once('exit', failed);
        child.on('message', listen);
        child.send(job, (error) => error && reject(error));

        function listen(message: unknown) {
          const said = message as DriverMessage;
          if (said.event !== 'result') return marks[said.event]();
          child.off('message', listen);
          child.off('exit', failed);
          resolve(said.summary);
        }
      }),
    close: () => void child.kill(),
  };
}
