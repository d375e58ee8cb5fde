// Schedules requests. Open loop: each request has a due time and is timed from it, so that a slow
// response neither delays others nor hides a delay. Closed loop: each connection sends the next
// request after the previous response.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Measurement } from './statistics.ts';
import type { Job } from './job.ts';
import type { Sender } from './senders.ts';

/** Requests still open this long after the measured time count as failed, in milliseconds. */
const DRAIN_TIMEOUT_MS = 10_000;

/** Called at the start and end of the measured time. */
interface Marks {
  begin: () => void;
  end: () => void;
}

/** @returns the results of the measured time, without the warm-up */
export async function openLoop(
  { rate, warmUp, seconds, limit = Infinity }: Job & { rate: number },
  send: Sender['send'],
  marks: Marks,
): Promise<Measurement[]> {
  const skipped = Math.round(rate * warmUp);
  const total = skipped + Math.min(limit, Math.round(rate * seconds));
  const start = performance.now();
  const end = start + (total * 1000) / rate;
  const measurements: (Measurement | undefined)[] = [];
  let open = 0;
  for (let n = 0; n < total; n++) {
    const due = start + (n * 1000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    if (n === skipped) marks.begin();
    const place = n >= skipped ? measurements.push(undefined) - 1 : undefined;
    open++;
    void send(n).then(({ firstByteAt, outcome, isGood, bytes }) => {
      open--;
      const isInTime = isGood && performance.now() <= end;
      if (place !== undefined)
        measurements[place] = { firstByteMs: firstByteAt - due, outcome, isGood, isInTime, bytes };
    });
  }
  await sleep(Math.max(0, end - performance.now()));
  for (const until = performance.now() + DRAIN_TIMEOUT_MS; open > 0 && performance.now() < until;) await sleep(5);
  marks.end();
  return measurements.map(
    (measurement) =>
      measurement ?? { firstByteMs: NaN, outcome: 'no response', isGood: false, isInTime: false, bytes: 0 },
  );
}

export async function closedLoop(
  { connections, warmUp, seconds, limit = Infinity }: Job,
  send: Sender['send'],
  marks: Marks,
): Promise<Measurement[]> {
  let n = 0;
  await Promise.all(Array.from({ length: connections }, () => repeat(performance.now() + warmUp * 1000)));
  marks.begin();
  const measurements: Measurement[] = [];
  const until = performance.now() + seconds * 1000;
  await Promise.all(Array.from({ length: connections }, () => repeat(until, measurements)));
  marks.end();
  return measurements;

  async function repeat(end: number, kept?: Measurement[]) {
    for (let left = limit; left > 0 && performance.now() < end; left--) {
      const sentAt = performance.now();
      const { firstByteAt, outcome, isGood, bytes } = await send(n++);
      const isInTime = isGood && (performance.now() <= end || limit !== Infinity);
      kept?.push({ firstByteMs: firstByteAt - sentAt, outcome, isGood, isInTime, bytes });
    }
  }
}
