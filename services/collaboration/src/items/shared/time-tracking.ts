/** Time that people say items should take and took. */
import { ValidationError } from '@forgemesh/errors';
import { parseDuration } from './durations';
import type { ProjectItemDocument } from './item.model';

/** Repeated writes are known among so many. */
const KNOWN_WRITES = 20;
/** Longest time: what 32 bits of seconds hold, as other clients keep it. */
const MAX_SECONDS = 2 ** 31 - 1;

type Spent = Pick<ProjectItemDocument, 'total_time_spent' | 'spent_operation_ids'>;

/** What a change of the time that was spent says besides the sum. */
export interface SpentNews {
  /** Day on which it was spent, where somebody says so: `2019-01-02`. */
  spent_at?: string;
  /** All of it is removed, whatever it was. */
  spent_reset?: boolean;
}

/** Seconds of an estimate. Throws ValidationError for what is none. */
export function estimateOf(duration: string): number {
  const seconds = parseDuration(duration);
  if (seconds === null || seconds < 0) throw new ValidationError({ time_estimate: ['has an invalid format'] });
  return seconds;
}

/** Seconds to add, or to subtract. Throws ValidationError for what is none. */
export function spentOf(duration: string): number {
  const seconds = parseDuration(duration);
  if (seconds === null) throw new ValidationError({ time_spent: ['has an invalid format'] });
  return seconds;
}

/**
 * What adding time to an item sets; null where the same write added it before. Throws
 * ValidationError for more than there is.
 */
export function withSpent(item: Spent, seconds: number, operationId: string | undefined): Spent | null {
  const known = item.spent_operation_ids ?? [];
  if (operationId !== undefined && known.includes(operationId)) return null;
  const total = item.total_time_spent + seconds;
  if (total < 0) throw new ValidationError({ time_spent: ['Time to subtract exceeds the total time spent'] });
  if (total > MAX_SECONDS) throw new ValidationError({ time_spent: ['is too long'] });
  const ids = operationId === undefined ? known : [...known, operationId].slice(-KNOWN_WRITES);
  return { total_time_spent: total, spent_operation_ids: ids };
}
