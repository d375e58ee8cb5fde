// The load driver: a separate process, so that the cost of sending is not attributed to the
// services. Runs one job at a time.

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
      send({ event: 'begin' });
    },
    end: () => send({ event: 'end' }),
  };
  const { rate } = job;
  const measurements =
    rate === undefined
      ? await closedLoop(job, sender.send, marks)
      : await openLoop({ ...job, rate }, sender.send, marks);
  sender.close();
  // A job with a request limit ends before its time.
  const taken = (performance.now() - from.at) / 1000;
  send({ event: 'result', summary: summarize(measurements, job.limit === undefined ? job.seconds : taken) });
});

// The driver exits with the benchmark.
process.on('disconnect', () => process.exit());

function send(message: DriverMessage) {
  process.send?.(message);
}
