/**
 * Number of requests of each subject in the current period of a limit: those of this process and
 * those reported by other replicas.
 *
 * Periods are aligned with the clock (the first minute of an hour begins with the hour), so that
 * all replicas use the same ones.
 */
import type { Throttle } from './throttles';

/** Requests of one subject in one period of a limit. */
export interface CountedRequests {
  name: string;
  subject: string;
  seconds: number;
  /** Number of the period since 1970. */
  period: number;
  amount: number;
}

interface Period {
  seconds: number;
  period: number;
  counts: Map<string, number>;
}

/** Maximum number of subjects; a further one evicts the oldest. */
const MAX_SUBJECTS = 100_000;

/** Counts of the current periods. */
export class RequestCounts {
  private readonly running = new Map<string, Period>();
  private readonly unpublished = new Map<string, CountedRequests>();

  /** Counts one request of this process; returns the new count. */
  count({ name, subject, seconds }: Throttle, now: number): number {
    const period = periodOf(now, seconds);
    const counted = { name, subject, seconds, period, amount: 1 };
    const key = `${name} ${seconds} ${period} ${subject}`;
    const existing = this.unpublished.get(key);
    if (existing) existing.amount += 1;
    else if (this.unpublished.size < MAX_SUBJECTS) this.unpublished.set(key, counted);
    return this.add(counted);
  }

  /** Adds the count of another replica, unless its period has ended. */
  addRemote(counted: CountedRequests, now: number): void {
    if (counted.period === periodOf(now, counted.seconds)) this.add(counted);
  }

  /** Returns the counts of this process since the last call. */
  takeUnpublished(): CountedRequests[] {
    const all = [...this.unpublished.values()];
    this.unpublished.clear();
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
    const existing = this.running.get(name);
    if (existing?.seconds === seconds && existing.period === period) return existing.counts;
    const counts = new Map<string, number>();
    this.running.set(name, { seconds, period, counts });
    return counts;
  }
}

/** Returns the number of the period of a time in milliseconds. */
export function periodOf(now: number, seconds: number): number {
  return Math.floor(now / 1000 / seconds);
}
