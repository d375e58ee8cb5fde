// When requests are sent. Open loop: each is due at its own moment and timed from it, so that a
// slow answer delays and hides nothing. Closed loop: each connection sends the next one when the
// last is answered.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './statistics.ts';
import type { Job } from './job.ts';
import type { Sender } from './senders.ts';

/** Requests that are still open so long after the measured time count as failed (ms). */
const patience = 10_000;

/** Called at the borders of the measured time. */
interface Marks {
  begin: () => void;
  end: () => void;
}

/** @returns the results of the measured time, without those of the warm-up */
export async function openLoop(
  { rate, warmUp, seconds, limit = Infinity }: Job & { rate: number },
  send: Sender['send'],
  marks: Marks,
): Promise<Answer[]> {
  const skipped = Math.round(rate * warmUp);
  const total = skipped + Math.min(limit, Math.round(rate * seconds));
  const start = performance.now();
  const end = start + (total * 1000) / rate;
  const answers: (Answer | undefined)[] = [];
  let open = 0;
  for (let n = 0; n < total; n++) {
    const due = start + (n * 1000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    if (n === skipped) marks.begin();
    const place = n >= skipped ? answers.push(undefined) - 1 : undefined;
    open++;
    void send(n).then(({ firstByteAt, outcome, isGood }) => {
      open--;
      const isInTime = isGood && performance.now() <= end;
      if (place !== undefined) answers[place] = { firstByteMs: firstByteAt - due, outcome, isGood, isInTime };
    });
  }
  await sleep(Math.max(0, end - performance.now()));
  for (const until = performance.now() + patience; open > 0 && performance.now() < until;) await sleep(5);
  marks.end();
  return answers.map((answer) => answer ?? { firstByteMs: NaN, outcome: 'no answer', isGood: false, isInTime: false });
}

export async function closedLoop(
  { connections, warmUp, seconds, limit = Infinity }: Job,
  send: Sender['send'],
  marks: Marks,
): Promise<Answer[]> {
  let n = 0;
  await Promise.all(Array.from({ length: connections }, () => repeat(performance.now() + warmUp * 1000)));
  marks.begin();
  const answers: Answer[] = [];
  const until = performance.now() + seconds * 1000;
  await Promise.all(Array.from({ length: connections }, () => repeat(until, answers)));
  marks.end();
  return answers;

  async function repeat(end: number, kept?: Answer[]) {
    for (let left = limit; left > 0 && performance.now() < end; left--) {
      const sentAt = performance.now();
      const { firstByteAt, outcome, isGood } = await send(n++);
      const isInTime = isGood && (performance.now() <= end || limit !== Infinity);
      kept?.push({ firstByteMs: firstByteAt - sentAt, outcome, isGood, isInTime });
    }
  }
}
