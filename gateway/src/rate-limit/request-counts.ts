/**
 * How many requests a subject made in the running period of a limit: those of this process, and
 * those that other replicas told of.
 *
 * Periods are those of the clock (the first minute of an hour begins with the hour), so that all
 * replicas mean the same one.
 */
import type { Throttle } from './throttles';

/** Requests of one subject in one period of a limit. */
export interface CountedRequests {
  name: string;
  subject: string;
  seconds: number;
  /** Which period, counted from 1970. */
  period: number;
  amount: number;
}

interface Period {
  seconds: number;
  period: number;
  counts: Map<string, number>;
}

/** Subjects beyond this number push out the one that was seen first. */
const MAX_SUBJECTS = 100_000;

/** Counts of the running periods. */
export class RequestCounts {
  private readonly running = new Map<string, Period>();
  private readonly untold = new Map<string, CountedRequests>();

  /** Counts one request of this process; returns how many there are now. */
  count({ name, subject, seconds }: Throttle, now: number): number {
    const period = periodOf(now, seconds);
    const counted = { name, subject, seconds, period, amount: 1 };
    const key = `${name} ${seconds} ${period} ${subject}`;
    const known = this.untold.get(key);
    if (known) known.amount += 1;
    else if (this.untold.size < MAX_SUBJECTS) this.untold.set(key, counted);
    return this.add(counted);
  }

  /** Adds what another replica counted, unless its period is over. */
  hear(counted: CountedRequests, now: number): void {
    if (counted.period === periodOf(now, counted.seconds)) this.add(counted);
  }

  /** What this process counted since it was asked last. */
  takeUntold(): CountedRequests[] {
    const all = [...this.untold.values()];
    this.untold.clear();
    return all;
  }

  private add({ name, subject, seconds, period, amount }: CountedRequests): number {
    const counts = this.countsOf(name, seconds, period);
    const sum = (counts.get(subject) ?? 0) + amount;
    counts.set(subject, sum);
    if (counts.size > MAX_SUBJECTS) counts.delete(counts.keys().next().value as string);
    return sum;
  }

  private countsOf(name: string, seconds: number, period: number): Map<string, number> {
    const known = this.running.get(name);
    if (known?.seconds === seconds && known.period === period) return known.counts;
    const counts = new Map<string, number>();
    this.running.set(name, { seconds, period, counts });
    return counts;
  }
}

/** The period that a time, in milliseconds, is in. */
export function periodOf(now: number, seconds: number): number {
  return Math.floor(now / 1000 / seconds);
}
