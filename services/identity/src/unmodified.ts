import { ForgeError } from '@forgemesh/kit';

/** Throws `precondition_failed` where a thing changed after the moment that `If-Unmodified-Since` names. */
export function assertUnmodified(updatedAt: Date, since: Date | undefined): void {
  // The header knows whole seconds only.
  const seconds = Math.floor(updatedAt.getTime() / 1000);
  if (since && seconds > Math.floor(since.getTime() / 1000)) throw new ForgeError('precondition_failed');
}
