// The driver: a process of its own, so that what sending costs is not counted in the services. Does
// one job at a time.

import { closedLoop, openLoop } from './loops.ts';
import { createSender } from './senders.ts';
import { summarize } from './statistics.ts';
import type { DriverMessage, Job } from './job.ts';

process.on('message', async (job: Job) => {
  const sender = createSender(job);
  const from = { at: 0 };
  const marks = {
    begin() {
      from.at = performance.now();
      tell({ event: 'begin' });
    },
    end: () => tell({ event: 'end' }),
  };
  const { rate } = job;
  const answers =
    rate === undefined
      ? await closedLoop(job, sender.send, marks)
      : await openLoop({ ...job, rate }, sender.send, marks);
  sender.close();
  // A job that is limited by its number of requests ends before its time.
  const taken = (performance.now() - from.at) / 1000;
  tell({ event: 'result', summary: summarize(answers, job.limit === undefined ? job.seconds : taken) });
});

// Without the benchmark there is nothing to do.
process.on('disconnect', () => process.exit());

function tell(message: DriverMessage) {
  process.send?.(message);
}
