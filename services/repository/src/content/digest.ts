import { createHash } from 'node:crypto';

/** A fixed-length key for values of any length. */
export function digestOf(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}
