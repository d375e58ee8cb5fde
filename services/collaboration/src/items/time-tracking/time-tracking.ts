/** Time tracking: estimates and spent time. */
import { ValidationError } from '@forgemesh/errors';
import { parseDuration } from '#items/shared';
import type { ProjectItemDocument } from '#items/model';

/** Number of operation ids that an item remembers, for recognizing repeated writes. */
const MAX_REMEMBERED_WRITES = 20;
/** Maximum time: 32-bit seconds, for compatibility with other clients. */
const MAX_SECONDS = 2 ** 31 - 1;

type Spent = Pick<ProjectItemDocument, 'total_time_spent' | 'spent_operation_ids'>;

/** Seconds of an estimate. Throws ValidationError if it is invalid. */
export function estimateOf(duration: string): number {
  const seconds = parseDuration(duration);
  if (seconds === null || seconds < 0) throw new ValidationError({ time_estimate: ['has an invalid format'] });
  return seconds;
}

/** Seconds to add or subtract. Throws ValidationError if they are invalid. */
export function spentOf(duration: string): number {
  const seconds = parseDuration(duration);
  if (seconds === null) throw new ValidationError({ time_spent: ['has an invalid format'] });
  return seconds;
}

/**
 * The fields that adding time to an item sets; null if the same write has added it already. Throws
 * ValidationError if more is subtracted than was spent, or if the total is too long.
 */
export function withSpent(item: Spent, seconds: number, operationId: string | undefined): Spent | null {
  const remembered = item.spent_operation_ids ?? [];
  if (operationId !== undefined && remembered.includes(operationId)) return null;
  const total = item.total_time_spent + seconds;
  if (total < 0) throw new ValidationError({ time_spent: ['Time to subtract exceeds the total time spent'] });
  if (total > MAX_SECONDS) throw new ValidationError({ time_spent: ['is too long'] });
  const ids = operationId === undefined ? remembered : [...remembered, operationId].slice(-MAX_REMEMBERED_WRITES);
  return { total_time_spent: total, spent_operation_ids: ids };
}
