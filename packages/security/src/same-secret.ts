/** Compares secrets in constant time. */
import { hash, timingSafeEqual } from 'node:crypto';

/** Whether two secrets are equal. The duration depends neither on their content nor on matches. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
