/** The meaning of database errors: duplicate keys, and conflicts after which a write is retried. */
import { setTimeout } from 'node:timers/promises';
import mongoose from 'mongoose';
import { UnavailableError } from '@forgemesh/errors';

const DUPLICATE_KEY = 11000;

/** Error of DocumentDB instead of code 11000 if two writers insert the same key concurrently. */
const duplicateText = /violates exclusion constraint/;

/** Whether an error is a duplicate key. No further details are available on every engine. */
export function isDuplicateKey(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && error.code === DUPLICATE_KEY) ||
    (error instanceof mongoose.mongo.MongoServerError && duplicateText.test(error.message))
  );
}

/**
 * PostgreSQL errors, which DocumentDB passes on, for a write that was rolled back because of a
 * conflict and can be retried.
 */
const conflictText = /deadlock detected|could not serialize access/;
/** How long a conflicting write is retried: shorter than a caller waits. */
const CONFLICT_RETRY_MS = 8_000;
/**
 * Maximum random pause after the first attempt, doubled with each attempt: the concurrent writers
 * spread out until one of them meets no other.
 */
const CONFLICT_PAUSE_MS = 20;
const CONFLICT_MAX_PAUSE_MS = 600;

/**
 * Runs a write, and retries it if the engine rolled it back because of a conflict; throws
 * UnavailableError if that does not succeed in time.
 */
export async function retryWriteConflicts<T>(write: () => Promise<T>): Promise<T> {
  const end = Date.now() + CONFLICT_RETRY_MS;
  for (let attempts = 1; ; attempts++) {
    try {
      return await write();
    } catch (error) {
      const isConflict = error instanceof mongoose.mongo.MongoServerError && conflictText.test(error.message);
      if (!isConflict) throw error;
      if (Date.now() > end) throw new UnavailableError('The resource changes too quickly, try again', { cause: error });
      await setTimeout(Math.random() * Math.min(CONFLICT_MAX_PAUSE_MS, CONFLICT_PAUSE_MS * 2 ** attempts));
    }
  }
}
