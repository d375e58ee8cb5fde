import { createHash } from 'node:crypto';

/** A key of fixed length for values of any length; the same values have the same key. */
export function digestOf(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}
